// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Swizzles of vec that can be assigned to and passed to functions, on the host and in kernels.
#define SYCL_SIMPLE_SWIZZLES
#include "check.hpp"

#include <cmath>

using namespace sycl;

template <class V> static bool same(const V &v, std::initializer_list<double> want) {
  std::size_t i = 0;
  for (double w : want)
    if (static_cast<double>(v[static_cast<int>(i++)]) != w)
      return false;
  return i == V::size();
}

static void assignments() {
  float4 v(1, 2, 3, 4);
  v.lo() += v.hi();
  CHECK(same(v, {4, 6, 3, 4}));
  v.zw() = v.wz();
  CHECK(same(v, {4, 6, 4, 3}));
  v.swizzle<0, 3>() *= 2;
  CHECK(same(v, {8, 6, 4, 6}));
  v.xyz() = float3(1.0f) - v.zyx();
  CHECK(same(v, {-3, -5, -7, 6}));
  v.xy() = v.yx(); // the right side is read before anything is written
  CHECK(same(v, {-5, -3, -7, 6}));
  v.odd() = 0;
  v.lo().lo() = 9;
  v.hi().x() = 8;
  CHECK(same(v, {9, 0, 8, 0}));
  const float2 before = v.xz()++;
  CHECK(same(before, {9, 8}) && same(v, {10, 0, 9, 0}) && same(--v.xz(), {9, 8}));
  v.swizzle<1>() = 7;
  const float one = v.swizzle<1>();
  CHECK(one == 7 && v.g() == 7 && v.swizzle<1>() + 1 == 8);
  v.rgba() = v.abgr();
  CHECK(same(v, {0, 8, 7, 9}));
  v.wzyx() = v; // what is written is read
  CHECK(same(v, {9, 7, 8, 0}));
  v.abgr() = v;
  v = v.xxyy();
  CHECK(same(v, {0, 0, 8, 8}));
  v += v.wzyx();
  CHECK(same(v, {8, 8, 8, 8}));
  int3 three(1, 2, 3);
  three.lo() = int2(5, 6);
  three.yz() <<= 1;
  CHECK(same(three, {5, 12, 6}) && same(three.even(), {5, 6}));
}

static void values() {
  float4 v(1, 2, 3, 4);
  const float4 c = v;
  CHECK(same(v.xy() + v.zw(), {4, 6}) && same(2 * v.yz(), {4, 6}) && same(v.xy() - 1, {0, 1}) &&
        same(-v.xy(), {-1, -2}) && same(c.wx() * v.hi(), {12, 4}));
  CHECK(same(v.xy() < v.yx(), {-1, 0}) && same(v.lo() == c.lo(), {-1, -1}) && any(v.xy() > 1.5f));
  CHECK(same(float4(v.hi(), v.lo()), {3, 4, 1, 2}) && same(float4(v.x(), v.yz(), 5), {1, 2, 3, 5}));
  CHECK(same((v * 2).lo(), {2, 4}) && same(v.xyz().zx(), {3, 1}) && same(v.lo().convert<int>(), {1, 2}));
  CHECK(v.xyz().size() == 3 && (v.lo().as<int2>()[0] == 0x3f800000));
  float memory[4] = {5, 6, 7, 8};
  v.hi().load(1, memory);
  CHECK(same(v, {1, 2, 7, 8}));
  v.yx().store(0, memory);
  CHECK(memory[0] == 2 && memory[1] == 1);
  CHECK(same(int4(5, 6, 7, 8).lo() % 4, {1, 2}) && same(~int4(0, 1, 2, 3).xy(), {-1, -2}));
}

static void functions() {
  float4 v(3, 4, 0, 1);
  int4 i(-1, 2, -3, 4);
  CHECK(dot(v.xyz(), float3(1, 1, 1)) == 7 && length(v.xyz()) == 5 && fast_length(v.xy()) == 5);
  CHECK(same(cross(v.xyz(), v.zyx()), {12, -9, 12}) && same(fmax(v.xy(), 3.5f), {3.5, 4}) &&
        same(clamp(v.xyz(), 1.0f, 3.0f), {3, 3, 1}) && same(mix(v.xy(), v.zw(), 0.5f), {1.5, 2.5}));
  CHECK(same(abs(i.lo()), {1, 2}) && same(min(i.xy(), i.zw()), {-3, 2}) && same(sqrt(v.yw()), {2, 1}));
  CHECK(same(native::sqrt(v.yw()), {2, 1}) && same(isless(v.xy(), v.yx()), {-1, 0}));
  float2 cosine;
  CHECK(same(sincos(v.zz(), &cosine), {0, 0}) && same(cosine, {1, 1}));
  v.xyz() = normalize(v.xyz());
  CHECK(std::fabs(v.x() - 0.6f) < 1e-6f);
}

// Functions of the user's with names of SYCL's: for a vec both are found, and the user's template fits better.
namespace user {
template <class T> float dot(T a, T b) {
  return a[0] + b[0];
}
template <class T> T mul24(T a, T b) {
  return a + b;
}
template <class T> T cross(const T &a, const T &) {
  return a;
}
static void own_functions() {
  CHECK(dot(float2(1, 2), float2(3, 4)) == 4 && mul24(int2(1, 2), int2(3, 4))[1] == 6);
  CHECK(cross(float3(1, 2, 3), float3(4, 5, 6))[0] == 1);
}
} // namespace user

static void constructors() {
  const int i = 3;
  const double d = 2;
  CHECK(same(float2{i, i}, {3, 3}) && same(float2{d, d}, {2, 2}) && same(float4{float2{i, i}, i, d}, {3, 3, 3, 2}));
  const vec<float, 1> one{d}, other{i};
  CHECK(one[0] == 2 && other[0] == 3);
  half2 h(1.0f, 2.0f);
  h = {};
  CHECK(same(h, {0, 0}));
  float4 f(1.0f);
  f = {};
  f = 2;
  CHECK(same(f, {2, 2, 2, 2}));
  f = {1, 2, 3, 4};
  CHECK(same(f, {1, 2, 3, 4}));
}

template <class T> static void loads() {
  using space = access::address_space;
  T data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const T *from = data;
  vec<T, 4> v{};
  v.template load<space::global_space>(1, multi_ptr<const T, space::global_space>(from));
  CHECK(same(v, {4, 5, 6, 7}));
  v.template store<space::global_space>(0, multi_ptr<T, space::global_space>(data));
  CHECK(data[0] == T(4));
  v.load(1, address_space_cast<space::global_space, access::decorated::no>(data));
  CHECK(same(v, {4, 5, 6, 7}));
}

static void kernels(queue &q) {
  float4 *p = malloc_shared<float4>(64, q);
  q.parallel_for<class SwizzleKernel>(64, [=](id<1> i) {
     float4 v(static_cast<float>(i[0]));
     v.yz() += float2(1, 2);
     v.xw() = v.zy();
     v.xyz() = fmin(v.xyz(), 40.0f);
     p[i] = v;
   }).wait();
  for (int i = 0; i < 64; ++i) {
    const float f = static_cast<float>(i);
    CHECK(p[i].x() == std::fmin(f + 2, 40.0f) && p[i].y() == std::fmin(f + 1, 40.0f) && p[i].w() == f + 1);
  }
  sycl::free(p, q);
}

int main() {
  assignments();
  values();
  functions();
  user::own_functions();
  constructors();
  loads<float>();
  loads<int>();
  queue q;
  kernels(q);
  return report("swizzles");
}
