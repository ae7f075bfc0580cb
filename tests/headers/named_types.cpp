// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of 4.17 with their types named in the order in which the standard declares them.
#include "check.hpp"

using namespace sycl;

static void integers() {
  CHECK((abs_diff<char, char>(3, 5) == 2) && (add_sat<signed char, signed char>(100, 100) == 127) && add_sat<int>(1, 2) == 3);
  CHECK((rotate<unsigned, unsigned>(1u, 31u) == 0x80000000u) && (mad_sat<short, short, short>(300, 300, 1) == 32767));
  CHECK((hadd<int2, int2>(int2(1, 3), int2(3, 5))[1] == 4) && (mad24<int, int, int>(2, 3, 4) == 10));
}

static void numbers() {
  const float2 v(0.25f, 0.75f);
  CHECK(step<float2>(0.5f, v)[1] == 1 && step(0.5f, v)[0] == 0 && (step<float2, float2>(v, v)[0] == 1));
  CHECK(smoothstep<float2>(0.0f, 1.0f, v)[0] == smoothstep(0.0f, 1.0f, 0.25f));
  CHECK(step(0.5f, mfloat3(0.25f, 0.5f, 1.0f))[1] == 1 && step<mfloat3>(0.5f, mfloat3(1.0f))[0] == 1);
  float2 w = v;
  CHECK(step(0.5f, w.swizzle<1, 0>())[0] == 1 && smoothstep(0.0f, 1.0f, w.swizzle<0, 0>())[1] == smoothstep(0.0f, 1.0f, 0.25f));
}

static void second_results() {
  float c = 0;
  int n = 0;
  CHECK(sincos<float *>(0.0f, &c) == 0 && c == 1 && (sincos<float, float *>(0.0f, &c) == 0));
  CHECK(frexp<int *>(8.0f, &n) == 0.5f && n == 4 && (remquo<int *>(7.0f, 2.0f, &n) == -1.0f) && n == 4);
  float2 f;
  CHECK((sincos<float2, float2 *>(float2(0.0f), &f)[0] == 0) && f[1] == 1);
}

// Objects that convert to a number are one, and what any and all give.
template <class T> struct converts {
  T value;
  operator T() const { return value; }
};

static void others() {
  static_assert(std::is_same_v<decltype(sqrt(converts<float>{4})), float> && std::is_same_v<decltype(pow(converts<double>{4}, 2.0)), double> &&
                    std::is_same_v<decltype(isequal(converts<half>{1}, converts<half>{1})), bool>,
                "");
  CHECK(sqrt(converts<float>{4}) == 2 && fmax(converts<double>{4}, converts<double>{5}) == 5 && !isnan(converts<float>{4}));
  static_assert(std::is_same_v<decltype(any(int2())), int> && std::is_same_v<decltype(all(mbool2())), bool> &&
                    std::is_same_v<decltype(any(1)), bool>,
                "");
  CHECK((bitselect<int, int, int>(0x0f, 0xf0, 0x33) == 0x3c) && (select<int2, int2, int2>(int2(1), int2(2), int2(-1, 0))[0] == 2));
  CHECK((select<mint2, mint2, mbool2>(mint2(1), mint2(2), mbool2(true, false))[0] == 2) && select<float>(1.0f, 2.0f, true) == 2);
  static_assert(std::is_same_v<decltype(nan(converts<std::uint32_t>{1})), float>, "");
  CHECK((native::divide<float2, float2>(float2(4), float2(2))[0] == 2));
}

// A function of the user's is meant where a half would have to be mixed with integers.
namespace user {
template <class T> int clamp(T, T, T) {
  return 5;
}
static void own_clamp() {
  CHECK(clamp<half>(half(2.0f), 0, 1) == 5);
}
} // namespace user

int main() {
  user::own_clamp();
  others();
  integers();
  numbers();
  second_results();
  return report("named_types");
}
