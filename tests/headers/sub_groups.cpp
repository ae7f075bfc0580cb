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
  std::vector<int> results(GROUPS * SIZE);
  {
    buffer<int> c(numbers), r(results);
    q.submit([&](handler &h) {
      accessor<int, 1, access_mode::read_write> ones(c, h);
      accessor result(r, h, write_only);
      local_accessor<int, 1> exchange(SIZE, h);
      h.parallel_for<class OldMembers>(nd_range<1>(GROUPS * SIZE, SIZE), [=](nd_item<1> it) {
        const sub_group s = it.get_sub_group();
        const group<1> g = it.get_group();
        const int id = static_cast<int>(s.get_local_linear_id()), n = static_cast<int>(s.get_local_linear_range());
        const int first = s.shuffle(id, 0), next = s.shuffle_down(id, 1), last = s.shuffle_up(id, 1);
        const int other = s.shuffle_xor(id, 1);
        bool ok = first == 0 && (id + 1 == n || next == id + 1) && (id == 0 || last == id - 1);
        ok = ok && ((id ^ 1) >= n || other == (id ^ 1));
        int *mine = &exchange[it.get_local_linear_id() - s.get_local_linear_id()];
        s.barrier(access::fence_space::local_space);
        s.store(mine, id * 2);
        s.store(local_ptr<int>(mine), id * 2);
        s.barrier();
        ok = ok && s.load(mine) == id * 2 && s.load(local_ptr<int>(mine)) == id * 2;
        ok = ok && g.get_id()[0] == g.get_group_id(0) && g.get_id(0) == g.get_group_id(0);
        // A pointer as accessors give it in SYCL 1.2.1, with its address space.
        const auto all = ones.get_pointer();
        const int sum = joint_reduce(g, all.get(), all.get() + GROUPS * SIZE, plus<>());
        ok = ok && sum == int(GROUPS * SIZE) && abs(-1.5f) == 1.5f && abs(float2(-1, 2))[0] == 1;
        result[it.get_global_id()] = ok;
      });
    });
  }
  for (int good : results)
    CHECK(good == 1);
  q.wait_and_throw();
  return report("sub_groups");
}
