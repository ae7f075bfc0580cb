# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes a program in which a user's function templates have the names of all functions in namespace sycl::detail, and
# calls each with objects of all classes that programs handle. The program compiles if argument-dependent lookup
# finds none of the headers' own functions.
# usage: lookup.py INCLUDE_FOLDER >program.cpp
import pathlib
import re
import sys

TOKEN = re.compile(r"namespace\s+([\w:]+)?\s*\{|[{}]|\b([a-z]\w*)\s*\(")
MACRO = re.compile(r"\bSYCC_\w+\(([^()]*)\)")
NOT_FUNCTIONS = set("alignas alignof catch decltype defined double float for if int noexcept operator return sizeof static_assert switch "
                    "template void while".split())
CLASSES = """
  id<1>; id<2>; id<3>; range<1>; range<2>; range<3>; nd_range<1>; nd_range<3>; item<1>; item<2, false>; nd_item<1>; nd_item<3>;
  group<1>; group<3>; sub_group; h_item<1>; vec<int, 1>; vec<float, 4>; vec<half, 2>; vec<std::int8_t, 3>; marray<float, 4>;
  marray<bool, 2>; half; queue; context; device; platform; event; buffer<int>; buffer<float, 3>; handler; exception;
  exception_list; property_list; kernel; kernel_id; kernel_bundle<bundle_state::executable>; device_image<bundle_state::input>;
  kernel_handler; interop_handle; stream; accessor<int>; accessor<int, 3, access_mode::read>; accessor<const float, 0>;
  accessor<int, 2, access_mode::read_write, target::host_task>; host_accessor<int>; host_accessor<const int, 2>; local_accessor<int>;
  local_accessor<float, 0>; multi_ptr<int, access::address_space::global_space, access::decorated::yes>; global_ptr<int>; local_ptr<void>;
  atomic_ref<int, memory_order::relaxed, memory_scope::device>; span<int>; span<int, 4>; unsampled_image<2>; sampled_image<2>;
  unsampled_image_accessor<int4, 2, access_mode::read>; sampled_image_accessor<float4, 2>; image_sampler; specialization_id<int>;
  private_memory<int>; device_event; usm_allocator<int, usm::alloc::shared>; buffer_allocator<int>; plus<>; maximum<int>;
  ext::oneapi::bfloat16; ext::oneapi::sub_group_mask; ext::oneapi::experimental::annotated_ptr<int>;
  ext::oneapi::experimental::annotated_arg<int>; property::queue::in_order; property::no_init; property::buffer::use_mutex; aspect;
  memory_order; errc; backend; info::device_type"""
EXPRESSIONS = """
  value<vec<int, 4>>().xy(); value<const vec<int, 4>>().lo(); value<vec<float, 4>>().swizzle<0, 1>(); value<vec<int, 4>>().x() = 1;
  value<vec<int, 4>>().xy() + value<vec<int, 4>>().zw(); value<accessor<int, 2>>()[1]; value<accessor<int>>().begin();
  value<host_accessor<int, 3>>()[1]; value<local_accessor<int, 2>>()[1]; value<accessor<int, 1, access_mode::atomic>>()[0];
  reduction(value<int *>(), plus<>()); value<queue>().get_info<info::queue::device>(); gpu_selector_v; default_selector_v;
  value<vec<int, 4>>() == value<vec<int, 4>>(); value<marray<int, 3>>()[1]; write_only; read_only_host_task"""


def names_of(text):
    """(names of functions in namespace detail, names of functions in other namespaces)."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r'"(\\.|[^"\\])*"', '""', text)
    text = re.sub(r"'(\\.|[^'\\])'", "0", text)
    inner, blocks = set(), []
    outer = set(name for made in MACRO.findall(text) for name in re.findall(r"\w+", made)) # functions made by macros
    for token in TOKEN.finditer(text):
        if token[0] == "}":
            if blocks:
                blocks.pop()
        elif token[0].startswith("namespace"):
            blocks.append(token[1] or "")
        elif token[0] == "{":
            blocks.append(None)
        elif None not in blocks:
            (inner if any("detail" in name for name in blocks) else outer).add(token[2])
    return inner, outer


def listed(text):
    return [" ".join(part.split()) for part in text.split(";")]


inner, outer = set(), set()
for header in pathlib.Path(sys.argv[1]).glob("sycl/**/*.hpp"):
    found = names_of(header.read_text())
    inner |= found[0]
    outer |= found[1]
names = sorted(inner - outer - NOT_FUNCTIONS)
assert len(names) > 100, names

print("#define SYCL_SIMPLE_SWIZZLES\n#include <sycl/sycl.hpp>\n#include <type_traits>\nnamespace user {\nusing namespace sycl;\nstruct mine {};")
print("template <class T> T &value();")
for name in names:
    print("template <class... T> mine %s(T &&...);" % name)
print("template <class T> void call(T &&object) {")
for name in names:
    for arguments in "object", "object, object", "object, 1":
        print("  static_assert(std::is_same_v<decltype(user::%s(%s)), decltype(%s(%s))>);" % (name, arguments, name, arguments))
print("}")
print("void call_with_all() {")
for wanted in listed(CLASSES):
    print("call(value<%s>());" % wanted)
for wanted in listed(EXPRESSIONS):
    print("call(value<std::remove_reference_t<decltype((%s))>>());" % wanted)
print("}\n}")
