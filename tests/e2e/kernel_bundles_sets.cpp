// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bundles as sets: images of a joined bundle are those of its parts, a bundle that joins none is empty, and one of no kernels is
// there in every state.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <algorithm>

using sycl::bundle_state;
class Only;

template <bundle_state State> static void joins(const sycl::context &c) {
  using bundle = sycl::kernel_bundle<State>;
  using image = sycl::device_image<State>;
  const bundle none = sycl::join(std::vector<bundle>{});
  CHECK(none.empty() && none.get_devices().empty() && none.get_kernel_ids().empty());
  CHECK(sycl::has_kernel_bundle<State>(c, std::vector<sycl::kernel_id>{}));
  CHECK(sycl::has_kernel_bundle<State>(c, c.get_devices(), std::vector<sycl::kernel_id>{}));
  if (!sycl::has_kernel_bundle<State>(c))
    return;

  const bundle all = sycl::get_kernel_bundle<State>(c), again = sycl::get_kernel_bundle<State>(c);
  const bundle left_out = sycl::get_kernel_bundle<State>(c, [](const image &) { return false; });
  for (const bundle &joined : {sycl::join(std::vector{all}), sycl::join(std::vector{all, again}), sycl::join(std::vector{left_out, all})}) {
    CHECK(joined.end() - joined.begin() == all.end() - all.begin() && joined != all);
    for (const image &i : all) {
      const auto same = std::find(joined.begin(), joined.end(), i);
      CHECK(same != joined.end() && std::hash<image>()(*same) == std::hash<image>()(i));
    }
  }
  for (auto i = all.begin(); i != all.end(); ++i)
    CHECK(std::count(all.begin(), all.end(), *i) == 1);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    q.single_task<Only>([] {});
    joins<bundle_state::input>(q.get_context());
    joins<bundle_state::object>(q.get_context());
    joins<bundle_state::executable>(q.get_context());
  });
}
