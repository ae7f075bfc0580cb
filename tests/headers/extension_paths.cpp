// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Headers of extensions under the names that programs include them by, without <sycl/sycl.hpp>.
#include <sycl/ext/oneapi/annotated_arg/annotated_arg.hpp>
#include <sycl/ext/oneapi/annotated_ptr/annotated_ptr.hpp>
#include <sycl/ext/oneapi/atomic_ref.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/ext/oneapi/experimental/clock.hpp>
#include <sycl/ext/oneapi/experimental/cuda/builtins.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/ext/oneapi/experimental/opportunistic_group.hpp>
#include <sycl/ext/oneapi/experimental/user_defined_reductions.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/functional.hpp>
#include <sycl/ext/oneapi/group_algorithm.hpp>
#include <sycl/ext/oneapi/group_local_memory.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>

#include "check.hpp"

int main() {
  CHECK(sycl::ext::oneapi::bfloat16(2.0f) == 2 && sycl::ext::oneapi::plus<int>()(1, 2) == 3);
  CHECK(sycl::ext::oneapi::experimental::properties(sycl::ext::oneapi::experimental::full_group).has_property<sycl::ext::oneapi::experimental::full_group_key>());
  return report("extension_paths");
}
