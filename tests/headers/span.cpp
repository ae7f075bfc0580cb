// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// span, and group_load and group_store, which take spans.
#include "check.hpp"

#include <array>
#include <vector>

using namespace sycl;
namespace ex = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_GROUP_LOAD_STORE == 1);

static int sum(span<const int> s) {
  int all = 0;
  for (int x : s)
    all += x;
  return all;
}

static void spans() {
  int a[4] = {1, 2, 3, 4};
  std::array<int, 3> b = {5, 6, 7};
  std::vector<int> c = {8, 9};
  const std::vector<int> d = {10, 11};
  span s(a);
  static_assert(std::is_same_v<decltype(s), span<int, 4>> && decltype(s)::extent == 4);
  static_assert(std::is_same_v<decltype(span(b)), span<int, 3>> && std::is_same_v<decltype(span(c)), span<int>> &&
                std::is_same_v<decltype(span(d)), span<const int>>);
  static_assert(!std::is_constructible_v<span<int>, const std::vector<int> &> && !std::is_constructible_v<span<int, 3>, span<int, 4>>);
  CHECK(sum(a) == 10 && sum(b) == 18 && sum(c) == 17 && sum(d) == 21 && sum(s) == 10 && sum({}) == 0 && sum(std::vector<int>{3, 4}) == 7);
  s[1] = 20;
  CHECK(a[1] == 20 && s.front() == 1 && s.back() == 4 && s.size() == 4 && s.size_bytes() == 16 && !s.empty() && *s.rbegin() == 4);
  CHECK(sum(s.first(2)) == 21 && sum(s.last<2>()) == 7 && sum(s.subspan(1, 2)) == 23 && sum(s.subspan<1>()) == 27);
  static_assert(decltype(s.subspan<1>())::extent == 3 && decltype(s.subspan<1, 2>())::extent == 2);
  CHECK(as_bytes(s).size() == 16 && as_writable_bytes(span(c)).size() == 8);
}

static void groups(queue &q) {
  constexpr int N = 32, each = 4;
  int *in = malloc_shared<int>(N * each, q), *out = malloc_shared<int>(3 * N * each, q), *got = malloc_shared<int>(2 * N, q);
  for (int i = 0; i < N * each; ++i)
    in[i] = i;
  q.parallel_for(nd_range<1>(N, N), [=](nd_item<1> it) {
     const auto g = it.get_group();
     int blocked[each], striped[each], one;
     vec<int, each> v;
     ex::group_load(g, in, span(blocked), ex::properties(ex::data_placement_blocked, ex::contiguous_memory, ex::full_group));
     ex::group_load(g, in, span(striped), ex::properties(ex::data_placement_striped));
     ex::group_load(g, in, v);
     ex::group_load(g, in, one);
     const std::size_t i = it.get_local_id(0);
     got[2 * i] = blocked[1] + v[3];
     got[2 * i + 1] = striped[2] + one;
     ex::group_store(g, span(striped), out, ex::properties(ex::data_placement_striped));
     ex::group_store(g, v, out + N * each);
     ex::group_store(g, one, out + 2 * N * each);
   }).wait();
  for (int i = 0; i < N; ++i)
    CHECK(got[2 * i] == i * each + 1 + i * each + 3 && got[2 * i + 1] == 2 * N + i + i && out[2 * N * each + i] == i);
  for (int i = 0; i < N * each; ++i)
    CHECK(out[i] == i && out[N * each + i] == i);
  sycl::free(in, q);
  sycl::free(out, q);
  sycl::free(got, q);
}

int main() {
  queue q;
  spans();
  groups(q);
  return report("span");
}
