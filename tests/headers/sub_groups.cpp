// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a sub-group says about itself, and its barriers, which not all sub-groups need to reach.
#include "check.hpp"

using namespace sycl;

constexpr std::size_t GROUPS = 3, SIZE = 37;

int main() {
  queue q;
  std::vector<int> numbers(GROUPS * SIZE);
  {
    buffer<int> c(numbers);
    q.submit([&](handler &h) {
      accessor a(c, h, write_only);
      h.parallel_for<class Numbers>(nd_range<1>(GROUPS * SIZE, SIZE), [=](nd_item<1> it) {
        const sub_group s = it.get_sub_group();
        group_barrier(s);
        group_barrier(s, memory_scope::work_group);
        bool ok = s.get_local_id()[0] == s.get_local_linear_id() && s.get_group_id()[0] == s.get_group_linear_id();
        ok = ok && s.get_local_range()[0] == s.get_local_linear_range() && s.get_group_range()[0] == s.get_group_linear_range();
        ok = ok && s.get_max_local_range()[0] >= s.get_local_linear_range() && s == it.get_sub_group() && !(s != s);
        ok = ok && s.leader() == (s.get_local_linear_id() == 0);
        // Half of the sub-groups meet by themselves.
        if (s.get_group_linear_id() % 2)
          group_barrier(s);
        group_barrier(it.get_group(), memory_scope::system);
        a[it.get_global_id()] = ok;
      });
    });
  }
  for (int good : numbers)
    CHECK(good == 1);
  q.wait_and_throw();
  return report("sub_groups");
}
