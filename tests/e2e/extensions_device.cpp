// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of sycl::ext::oneapi that kernels call: names that SYCL 2020 took over, the work-item that calls, dot products, reads through
// the read-only cache, native functions, opportunistic groups, reductions of the user's types.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cmath>

namespace oneapi = sycl::ext::oneapi;
namespace ex = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES == 1 && SYCL_EXT_ONEAPI_DOT_ACCUMULATE == 1 && SYCL_EXT_ONEAPI_NATIVE_MATH == 1 &&
              SYCL_EXT_ONEAPI_CUDA_TEX_CACHE_READ == 1 && SYCL_EXT_ONEAPI_GROUP_ALGORITHMS == 1 &&
              SYCL_EXT_ONEAPI_USER_DEFINED_REDUCTIONS == 1);

// A function that gets no item.
static size_t where() {
  return oneapi::this_work_item::get_nd_item<2>().get_global_linear_id() + ex::this_group<2>().get_group_linear_id() * 1000 +
         ex::this_nd_item<2>().get_local_id(1) * 100000;
}

static void current_item(sycl::queue &q) {
  size_t *out = sycl::malloc_shared<size_t>(24, q);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
     const bool same = ex::this_item<2>().get_id() == it.get_global_id() && ex::this_id<2>() == it.get_global_id() &&
                       oneapi::this_work_item::get_work_group<2>() == it.get_group();
     out[it.get_global_linear_id()] = same ? where() : 0;
   }).wait();
  for (size_t y = 0; y < 4; ++y)
    for (size_t x = 0; x < 6; ++x)
      CHECK(out[y * 6 + x] == y * 6 + x + (y / 2 * 2 + x / 3) * 1000 + x % 3 * 100000);
  sycl::free(out, q);
}

static void current_sub_group(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  *out = 0;
  q.parallel_for(sycl::nd_range<2>({4, 8}, {4, 8}), [=](sycl::nd_item<2> it) {
     const sycl::sub_group mine = it.get_sub_group(), now = ex::this_sub_group();
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*out) +=
         mine.get_local_linear_id() == now.get_local_linear_id() && mine.get_group_linear_id() == now.get_group_linear_id() &&
         mine.get_local_linear_range() == oneapi::this_work_item::get_sub_group().get_local_linear_range();
   }).wait();
  CHECK(*out == 32);
  sycl::free(out, q);
}

static_assert(SYCL_KHR_WORK_ITEM_QUERIES == 1 && SYCL_KHR_GROUP_INTERFACE == 1);

template <int D> static bool is_like(const sycl::nd_item<D> &it) {
  const sycl::group<D> old = it.get_group();
  const sycl::khr::work_group<D> g = sycl::khr::this_group<D>();
  const sycl::khr::member_item item = sycl::khr::get_member_item(g);
  return sycl::khr::this_nd_item<D>() == it && g == sycl::khr::work_group(old) && sycl::group<D>(g) == old && g.id() == old.get_group_id() &&
         g.linear_id() == old.get_group_linear_id() && g.range() == old.get_group_range() && g.size() == old.get_local_linear_range() &&
         item.id() == it.get_local_id() && item.linear_id() == it.get_local_linear_id() && item.range() == it.get_local_range() &&
         item.size() == 1 && sycl::khr::leader_of(g) == old.leader() && sycl::khr::leader_of(item);
}
static bool is_like(const sycl::sub_group &old) {
  const sycl::khr::sub_group g = sycl::khr::this_sub_group();
  const sycl::khr::member_item item = sycl::khr::get_member_item(g);
  return g.id() == old.get_group_id() && g.linear_id() == old.get_group_linear_id() && g.range() == old.get_group_range() &&
         g.size() == old.get_local_linear_range() && g.max_size() == old.get_max_local_range()[0] && item.id() == old.get_local_id() &&
         item.linear_id() == old.get_local_linear_id() && item.range() == old.get_local_range() &&
         sycl::khr::leader_of(g) == old.leader() && sycl::sub_group(g) == old;
}

template <int D> static void khr_groups(sycl::queue &q, sycl::nd_range<D> r) {
  int *good = sycl::malloc_shared<int>(1, q);
  *good = 0;
  q.parallel_for(r, [=](sycl::nd_item<D> it) {
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*good) += is_like(it) && is_like(it.get_sub_group());
   }).wait();
  CHECK(*good == static_cast<int>(r.get_global_range().size()));
  sycl::free(good, q);
}

struct quad { // read as one word of 16 bytes on NVIDIA's GPUs
  alignas(16) float v[4];
};
struct odd {
  char c[3];
};

static void reads(sycl::queue &q) {
  using namespace ex::cuda;
  struct all {
    char c;
    short s;
    int i;
    float f;
    double d;
    sycl::float2 f2;
    sycl::float4 f4;
    sycl::uchar4 u4;
    quad q;
    odd o;
  };
  all *in = sycl::malloc_shared<all>(1, q);
  all *out = sycl::malloc_shared<all>(1, q);
  *in = {'c', -7, 1 << 30, 1.5f, 2.5, {3, 4}, {5, 6, 7, 8}, {1, 2, 3, 4}, {{9, 10, 11, 12}}, {{'x', 'y', 'z'}}};
  q.single_task([=] {
     const all *p = in;
     *out = {ldg(&p->c), ldg(&p->s), ldg(&p->i), ldg(&p->f), ldg(&p->d), ldg(&p->f2), ldg(&p->f4), ldg(&p->u4), ldg(&in->q), ldg(&p->o)};
   }).wait();
  CHECK(out->c == 'c' && out->s == -7 && out->i == 1 << 30 && out->f == 1.5f && out->d == 2.5 && out->f2.y() == 4 && out->f4.w() == 8);
  CHECK(out->u4.z() == 3 && out->q.v[3] == 12 && out->o.c[2] == 'z');
  sycl::free(in, q);
  sycl::free(out, q);
}

static void numbers(sycl::queue &q) {
  int *r = sycl::malloc_shared<int>(8, q);
  float *f = sycl::malloc_shared<float>(4, q);
  q.single_task([=] {
     r[0] = oneapi::dot_acc(int32_t(0x01ff02fe), int32_t(0x02030405), 100); // 1*2 - 1*3 + 2*4 - 2*5
     r[1] = oneapi::dot_acc(uint32_t(0x01ff02fe), uint32_t(0x02030405), 100);
     r[2] = oneapi::dot_acc(int32_t(0x01ff02fe), uint32_t(0x02f30405), 100);
     r[3] = oneapi::dot_acc(uint32_t(0x01ff02fe), int32_t(0x02f30405), 100);
     r[4] = oneapi::dot_acc(sycl::vec<int8_t, 4>(-128, 1, 2, 3), sycl::vec<int8_t, 4>(-128, 1, 1, 1), 0);
     r[5] = oneapi::dot_acc(sycl::vec<uint8_t, 4>(255, 1, 2, 3), sycl::vec<int8_t, 4>(-128, 1, 1, 1), 6);
     r[6] = oneapi::plus<int>()(1, 2) + oneapi::minimum<>()(7, 4) + oneapi::bit_or<>()(8, 1) + oneapi::multiplies<>()(2, 3);
     auto g = ex::this_kernel::get_opportunistic_group();
     r[7] = sycl::group_broadcast(g, 5) + sycl::reduce_over_group(g, 7, sycl::plus<>()) + (g.leader() ? 1 : 0);
     f[0] = ex::native::tanh(0.5f);
     f[1] = ex::native::exp2(3.0f);
     f[2] = ex::native::tanh(sycl::float2(0.5f)).y();
     f[3] = ex::native::exp2(sycl::marray<float, 3>(1, 2, 3))[2];
   }).wait();
  CHECK(r[0] == 97 && r[1] == 100 + 2 + 765 + 8 + 1270 && r[2] == 100 + 2 - 243 + 8 - 10 && r[3] == 100 + 2 - 255 * 13 + 8 + 1270);
  CHECK(r[4] == 16384 + 6 && r[5] == -255 * 128 + 12 && r[6] == 3 + 4 + 9 + 6);
  CHECK(r[7] >= 12 + 1);
  CHECK(std::fabs(f[0] - std::tanh(0.5f)) < 1e-3f && f[1] == 8 && std::fabs(f[2] - f[0]) < 1e-3f && f[3] == 8);
  sycl::free(r, q);
  sycl::free(f, q);
}

// As programs aggregate atomic increments.
static void aggregate(sycl::queue &q) {
  int *counter = sycl::malloc_shared<int>(1, q), *seen = sycl::malloc_shared<int>(64, q);
  *counter = 0;
  std::fill(seen, seen + 64, 0);
  q.parallel_for(sycl::nd_range<1>(128, 32), [=](sycl::nd_item<1> it) {
     if (it.get_global_id(0) % 2 == 0)
       return;
     auto g = oneapi::this_work_item::get_opportunistic_group();
     int first = 0;
     if (g.leader())
       first = oneapi::atomic_ref<int, oneapi::memory_order::relaxed, oneapi::memory_scope::device>(*counter).fetch_add(
           static_cast<int>(g.get_local_linear_range()));
     seen[sycl::group_broadcast(g, first) + static_cast<int>(g.get_local_linear_id())]++;
   }).wait();
  CHECK(*counter == 64);
  for (int i = 0; i < 64; ++i)
    CHECK(seen[i] == 1);
  sycl::free(counter, q);
  sycl::free(seen, q);
}

struct extremes {
  int least, most;
};
struct widest {
  extremes operator()(const extremes &a, const extremes &b) const {
    return {a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
  }
};

static void groups(sycl::queue &q) {
  int *r = sycl::malloc_shared<int>(8, q);
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
     const auto g = it.get_group();
     const int i = static_cast<int>(it.get_local_id(0));
     const int sum = oneapi::reduce(g, i, oneapi::plus<>()), scan = oneapi::exclusive_scan(g, 2, 5, oneapi::plus<>());
     const int last = oneapi::inclusive_scan(g, 1, oneapi::plus<int>()), from = oneapi::broadcast(g, i, 3);
     const bool any = oneapi::any_of(g, i == 4), all = oneapi::all_of(g, i < 32), none = oneapi::none_of(g, i > 40);
     char memory[4];
     const extremes e = ex::reduce_over_group(ex::group_with_scratchpad(g, memory), extremes{i - 3, i + 4}, widest());
     if (i == 31) {
       const int all_of_them[] = {sum, scan, last, from, any && all && none && !oneapi::leader(g), e.least, e.most};
       for (int k = 0; k < 7; ++k)
         r[k] = all_of_them[k];
     }
   }).wait();
  CHECK(r[0] == 496 && r[1] == 5 + 62 && r[2] == 32 && r[3] == 3 && r[4] == 1 && r[5] == -3 && r[6] == 35);
  sycl::free(r, q);
}

static void test(sycl::queue &q) {
  current_item(q);
  current_sub_group(q);
  khr_groups<1>(q, {40, 20});
  khr_groups<3>(q, {{2, 4, 6}, {1, 2, 3}});
  reads(q);
  numbers(q);
  aggregate(q);
}

int main() {
  return on_every_device(test) | on_every_device(groups);
}
