# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# attribute_soup.py SEED COUNT CLANG...: gives the attribute rewriter of the clang plugin lists of random tokens, in every place
# where an attribute may stand, COUNT files of them. The compiler accepts or refuses each; it never crashes.
import os
import random
import subprocess
import sys
import tempfile

NAMES = ["device_has", "reqd_work_group_size", "work_group_size_hint", "reqd_sub_group_size", "vec_type_hint", "named_sub_group_size",
         "kernel_args_restrict", "uses_aspects", "add_ir_function_attributes", "add_ir_kernel_parameter_attributes",
         "add_ir_member_annotation", "add_ir_global_variable_attributes", "intel_reqd_sub_group_size", "device_hsa", "nodiscard", "noreturn"]
SCOPES = ["sycl", "intel", "sycl_detail", "__sycl_detail__", "cl", "gnu", "clang", "__sycl__", ""]
TOKENS = ["(", ")", "[", "]", "{", "}", "<", ">", ",", "...", "::", ":", "#", "##", "\\\n", "using", "0", "-1", "4294967296", "18446744073709551616",
          "0x", "1.5", '"text"', '"', "'a'", "u8R\"(x)\"", "sycl::aspect::fp64", "sycl", "aspect", "int", "float4", "template", "auto", "MACRO", "MACRO(1)",
          "CALL", "nullptr", "sizeof(int)", "[[", "]]", "__attribute__((", "))", "/*", "*/", "//", "\n", "automatic", "primary", "this", "?", "é"]
PLACES = ["%s void f%d();", "void f%d() %s;", "auto l%d = []() %s {};", "struct %s S%d { int a; };", "struct T%d { int a %s; };", "%s int g%d;",
          "template <class T> %s void t%d(T);", "namespace N%d { %s }", "void h%d(int %s);", "enum %s E%d { a%d };", "using U%d %s = int;", "%s", "void w%d() { %s ; }"]
HEAD = "namespace sycl { enum class aspect { cpu, gpu, fp16, fp64 }; }\n#define MACRO sycl::aspect::fp16\n#define CALL(x, y) x, y\n"


def attribute(rng):
    name = rng.choice(NAMES)
    scope = rng.choice(SCOPES)
    text = scope + rng.choice(["::", " :: ", ""]) + name if scope else name
    if rng.random() < 0.8:
        text += "(" + " ".join(rng.choice(TOKENS) for _ in range(rng.randrange(6))) + rng.choice([")", ")", ")", ""])
    return text


def soup(rng):
    parts = [attribute(rng) if rng.random() < 0.7 else rng.choice(TOKENS) for _ in range(rng.randrange(4))]
    inner = rng.choice([", ", ", ", " "]).join(parts)
    return rng.choice(["[[%s]]", "[[%s]]", "[[using sycl: %s]]", "[[%s]", "__attribute__((%s))", "[ [%s] ]"]) % inner


def place(rng, number):
    text = rng.choice(PLACES)
    return text.replace("%d", str(number)).replace("%s", soup(rng))


def main():
    seed, count, clang = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "soup.cpp")
        for at in range(count):
            rng = random.Random(seed + at)
            with open(path, "w") as f:
                f.write(HEAD + "\n".join(place(rng, number) for number in range(20)) + "\n")
            ran = subprocess.run(clang + ["-fsyntax-only", "-ferror-limit=0", path], stderr=subprocess.PIPE, text=True, errors="replace", timeout=60)
            if ran.returncode not in (0, 1) or "PLEASE submit" in ran.stderr:
                sys.exit("attribute soup %d ends the compiler with status %d:\n%s\n%s" % (seed + at, ran.returncode, open(path).read(), ran.stderr[-3000:]))
    print("%d files" % count)


main()
