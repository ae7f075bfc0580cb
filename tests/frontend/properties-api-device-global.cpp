// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_global: its operators, run as plain C++, and its properties on the variable in the IR.
// RUN: %plain %s -o %t %libsycc && %t
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;
struct point { int x, y; };

// CHECK-DAG: @scoped = {{.*}}addrspace(1) global {{.*}} #[[SCOPED:[0-9]+]]
// CHECK-DAG: @shared = {{.*}}addrspace(1) global {{.*}} #[[SHARED:[0-9]+]]
// CHECK-DAG: @start = {{.*}}addrspace(1) global {{.*}}i32 7{{.*}} #[[START:[0-9]+]]
// CHECK-DAG: @items = {{.*}}addrspace(1) global {{.*}} #[[ITEMS:[0-9]+]]
// CHECK-DAG: @object = {{.*}}addrspace(1) global {{.*}} #[[OBJECT:[0-9]+]]
// CHECK-DAG: attributes #[[SCOPED]] = {{[{]}} "sycl-device-global-size"="4" "sycl-device-image-scope" "sycl-host-access"="read" }
// CHECK-DAG: attributes #[[SHARED]] = {{[{]}} "sycl-device-global-size"="4" }
// CHECK-DAG: attributes #[[START]] = {{[{]}} "sycl-device-global-size"="4" "sycl-device-image-scope" "sycl-init-mode"="1" }
// CHECK-DAG: attributes #[[ITEMS]] = {{[{]}} "sycl-device-global-size"="16" "sycl-host-access"="read_write" }
// CHECK-DAG: attributes #[[OBJECT]] = {{[{]}} "sycl-device-global-size"="8" "sycl-implement-in-csr"="true" }
device_global<int, property_list_t<device_image_scope::value_t, host_access::value_t<host_access::access::read>>> scoped;
device_global<int> shared;
device_global<int, decltype(properties{device_image_scope_v, init_mode_v<init_mode::trigger::reset>})> start{7};
device_global<int[4], property_list_t<host_access::value_t<host_access::access::read_write>>> items;
experimental::device_global<point *, decltype(properties{experimental::implement_in_csr_on})> object;

static_assert(sizeof(scoped) == sizeof(int)); // the variable itself
static_assert(decltype(scoped)::has_property<host_access>() && !decltype(shared)::has_property<host_access>());
static_assert(decltype(start)::get_property<init_mode>().value == init_mode::trigger::reset);
static_assert(!std::is_copy_constructible_v<decltype(shared)>);
static_assert(sycl::is_device_copyable_v<point>);

// With using-directives for both namespaces.
namespace both {
using namespace sycl::ext::oneapi::experimental;
static_assert(std::is_same_v<decltype(device_image_scope), const device_image_scope_key::value_t>);
static_assert(std::is_same_v<device_image_scope_key::value_t, device_image_scope::value_t>);
static_assert(decltype(scoped)::has_property<device_image_scope>() && !decltype(shared)::has_property<device_image_scope>());
static_assert(decltype(scoped)::has_property<device_image_scope_key>());
static_assert(property_list_t<device_image_scope::value_t>::has_property<device_image_scope>());
} // namespace both

int main() {
  sycl::queue q;
  int *sum = sycl::malloc_shared<int>(1, q);
  point *p = sycl::malloc_shared<point>(1, q);
  q.single_task<class Write>([=] {
     scoped = 3;
     shared = scoped + 1;
     for (int i = 0; i < 4; ++i)
       items[i] = i;
     object = p;
     object->y = 10;
     start.get() += 1;
   }).wait();
  q.single_task<class Read>([=] {
     const auto &all = items;
     *sum = scoped * 1000 + shared * 100 + all[3] * 10 + *shared.get_multi_ptr<sycl::access::decorated::no>() + start;
   }).wait();
  return *sum == 3000 + 400 + 30 + 4 + 8 && p->y == 10 ? 0 : 1;
}
