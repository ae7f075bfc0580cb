// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function objects and their identities, the traits of groups, barriers with every scope of fence, in loops and in
// called functions, and local memory between barriers.
#include "check.hpp"

#include <type_traits>

using namespace sycl;

// ---- function objects

static_assert(plus<int>()(2, 3) == 5 && plus<>()(2, 3.5) == 5.5 && multiplies<>()(2, 3) == 6);
static_assert(bit_and<>()(6, 3) == 2 && bit_or<int>()(6, 3) == 7 && bit_xor<>()(6, 3) == 5);
static_assert(logical_and<>()(2, 0) == false && logical_or<int>()(2, 0) == true);
static_assert(minimum<>()(2, 3) == 2 && maximum<>()(2, 3) == 3 && minimum<float>()(1.5f, -1.f) == -1.f);
static_assert(std::is_same_v<decltype(plus<>()('a', 1.5f)), float> && std::is_same_v<decltype(logical_or<>()(1, 2)), bool>);

static_assert(known_identity_v<plus<>, int> == 0 && known_identity_v<multiplies<float>, float> == 1);
static_assert(known_identity<bit_and<>, unsigned char>::value == 255 && known_identity_v<bit_and<>, int> == -1);
static_assert(known_identity_v<bit_and<>, bool> && known_identity_v<bit_or<>, long> == 0);
static_assert(known_identity_v<minimum<>, short> == 32767 && known_identity_v<maximum<>, signed char> == -128);
static_assert(known_identity_v<minimum<>, float> == std::numeric_limits<float>::infinity());
static_assert(known_identity_v<maximum<double>, const double> == -std::numeric_limits<double>::infinity());
static_assert(known_identity_v<logical_and<>, bool> && !known_identity_v<logical_or<>, bool>);
static_assert(has_known_identity_v<plus<half>, half> && has_known_identity<maximum<>, half>::value);
struct other {};
static_assert(!has_known_identity_v<plus<>, other> && !has_known_identity_v<plus<float>, int> && !has_known_identity_v<other, int>);
static_assert(!has_known_identity_v<bit_or<>, float>);

// ---- traits

static_assert(is_group_v<group<1>> && is_group_v<group<3>> && is_group<sub_group>::value && !is_group_v<int> && !is_group_v<nd_item<1>>);
static_assert(std::is_same_v<sub_group::id_type, id<1>> && std::is_same_v<sub_group::range_type, range<1>> &&
              std::is_same_v<sub_group::linear_id_type, std::uint32_t> && sub_group::dimensions == 1);
static_assert(sub_group::fence_scope == memory_scope::sub_group && group<2>::fence_scope == memory_scope::work_group);
static_assert(std::is_same_v<decltype(std::declval<nd_item<2>>().get_sub_group()), sub_group>);

constexpr std::size_t GROUPS = 3, SIZE = 37;

static void meet(nd_item<1> it) { group_barrier(it.get_group(), memory_scope::device); }

// In turns: everybody reads what its neighbour wrote.
static int pass_on(nd_item<1> it, const local_accessor<int> &l, int rounds) {
  const std::size_t me = it.get_local_id(0), next = (me + 1) % SIZE;
  int mine = static_cast<int>(me);
  for (int i = 0; i < rounds; ++i) {
    l[me] = mine;
    if (i % 2)
      meet(it);
    else
      it.barrier(access::fence_space::local_space);
    mine = l[next];
    group_barrier(it.get_group());
  }
  return mine;
}

// Values that are device copyable without being trivially copyable: pairs and tuples.
static void pairs(queue &q) {
  using least = std::pair<float, int>;
  auto *p = malloc_shared<least>(2, q);
  p[0] = p[1] = {1e9f, -1};
  q.parallel_for<class LeastOfRange>(range<1>(100), reduction(&p[0], least(1e9f, -1), minimum<least>()),
                                     [=](id<1> i, auto &m) {
                                       const int n = static_cast<int>(i[0]);
                                       m.combine({static_cast<float>((n + 58) % 100), n});
                                     });
  q.parallel_for<class LeastOfGroups>(nd_range<1>(GROUPS * SIZE, SIZE), [=](nd_item<1> it) {
     const int n = static_cast<int>(it.get_local_id(0));
     const auto first = reduce_over_group(it.get_group(), least(static_cast<float>(-n), n), minimum<least>());
     const auto all = group_broadcast(it.get_group(), std::tuple<int, double>(n, 0.5 * n), SIZE - 1);
     if (it.get_global_id(0) == 0)
       p[1] = {first.first + static_cast<float>(std::get<1>(all)), first.second + std::get<0>(all)};
   }).wait();
  q.wait_and_throw();
  CHECK(p[0] == least(0.0f, 42));
  CHECK(p[1] == least(-0.5f * (SIZE - 1), 2 * (SIZE - 1)));
  free(p, q);
}

int main() {
  queue q;
  pairs(q);
  std::vector<int> out(GROUPS * SIZE);
  {
    buffer<int> b(out);
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      local_accessor<int> l(SIZE, h), unused(5, h);
      h.parallel_for<class PassOn>(nd_range<1>(GROUPS * SIZE, SIZE), [=](nd_item<1> it) {
        if (it.get_group(0) == 1) // a whole group returns early
          return;
        a[it.get_global_id()] = pass_on(it, l, 10);
      });
    });
  }
  for (std::size_t i = 0; i < GROUPS * SIZE; ++i) {
    CHECK(out[i] == (i / SIZE == 1 ? 0 : static_cast<int>((i % SIZE + 10) % SIZE)));
  }
  q.wait_and_throw();
  return report("groups");
}
