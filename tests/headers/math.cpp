// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in functions: in a kernel against <cmath> in double, and the exact ones on the host.
#include "check.hpp"

#include <cmath>

using namespace sycl;

// The functions of one argument, and where they are tried.
#define FUNCTIONS_1(X)                                                                                       \
  X(acos, -1, 1)                                                                                             \
  X(acosh, 1, 50)                                                                                            \
  X(asin, -1, 1)                                                                                             \
  X(asinh, -20, 20)                                                                                          \
  X(atan, -20, 20)                                                                                           \
  X(atanh, -0.99, 0.99)                                                                                      \
  X(cbrt, -50, 50)                                                                                           \
  X(ceil, -20, 20)                                                                                           \
  X(cos, -10, 10)                                                                                            \
  X(cosh, -5, 5)                                                                                             \
  X(erf, -3, 3)                                                                                              \
  X(erfc, -3, 3)                                                                                             \
  X(exp, -10, 10)                                                                                            \
  X(exp2, -10, 10)                                                                                           \
  X(expm1, -3, 3)                                                                                            \
  X(fabs, -9, 9)                                                                                             \
  X(floor, -20, 20)                                                                                          \
  X(lgamma, 3, 30)                                                                                           \
  X(log, 0.1, 1000)                                                                                          \
  X(log10, 0.1, 1000)                                                                                        \
  X(log1p, 0, 100)                                                                                           \
  X(log2, 0.1, 1000)                                                                                         \
  X(logb, 0.1, 1000)                                                                                         \
  X(rint, -20, 20)                                                                                           \
  X(round, -20, 20)                                                                                          \
  X(sin, -10, 10)                                                                                            \
  X(sinh, -5, 5)                                                                                             \
  X(sqrt, 0, 1000)                                                                                           \
  X(tan, -1.4, 1.4)                                                                                          \
  X(tanh, -5, 5)                                                                                             \
  X(tgamma, 1, 10)                                                                                           \
  X(trunc, -20, 20)

#define FUNCTIONS_2(X)                                                                                       \
  X(atan2)                                                                                                   \
  X(copysign)                                                                                                \
  X(fdim)                                                                                                    \
  X(fmax)                                                                                                    \
  X(fmin)                                                                                                    \
  X(fmod)                                                                                                    \
  X(hypot)                                                                                                   \
  X(pow)                                                                                                     \
  X(remainder)

constexpr int count_1 = 0
#define X(name, low, high) +1
    FUNCTIONS_1(X)
#undef X
    ;
constexpr int count_2 = 0
#define X(name) +1
    FUNCTIONS_2(X)
#undef X
    ;

static const char *const names[] = {
#define X(name, low, high) #name,
    FUNCTIONS_1(X)
#undef X
#define X(name) #name,
        FUNCTIONS_2(X)
#undef X
};

template <class T> class MathKernel;

// tolerance: relative error, in steps of the type.
template <class T> static void against_double(queue &q, double step, double tolerance) {
  const int n = 100, all = count_1 + count_2;
  std::vector<T> out(static_cast<std::size_t>(n * all));
  {
    buffer<T, 2> b(out.data(), range<2>(all, n));
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for<MathKernel<T>>(n, [=](int i) {
        int k = 0;
#define X(name, low, high)                                                                                   \
  {                                                                                                          \
    const T x = T(float(low) + (float(high) - float(low)) * (float(i) + 0.5f) / 100);                        \
    a[k++][i] = sycl::name(x);                                                                               \
  }
        FUNCTIONS_1(X)
#undef X
        const T x = T(0.5f + float(i) * 0.125f), y = T(3.75f - float(i) * 0.0625f);
#define X(name) a[k++][i] = sycl::name(x, y);
        FUNCTIONS_2(X)
#undef X
      });
    });
  }
  auto compare = [&](int k, int i, double want) {
    const double got = static_cast<double>(out[static_cast<std::size_t>(k * n + i)]);
    const double error = std::fabs(got - want) / (std::fabs(want) > 1e-3 ? std::fabs(want) : 1e-3);
    if (!(error <= tolerance * step) && !(std::isnan(got) && std::isnan(want))) {
      std::printf("%s, number %d: %g instead of %g\n", names[k], i, got, want);
      ++failures;
    }
  };
  for (int i = 0; i < n; ++i) {
    int k = 0;
#define X(name, low, high)                                                                                   \
  {                                                                                                          \
    const T x = T(float(low) + (float(high) - float(low)) * (float(i) + 0.5f) / 100);                        \
    compare(k++, i, std::name(static_cast<double>(x)));                                                      \
  }
    FUNCTIONS_1(X)
#undef X
    const double x = 0.5 + i * 0.125, y = 3.75 - i * 0.0625;
#define X(name) compare(k++, i, std::name(x, y));
    FUNCTIONS_2(X)
#undef X
  }
}

static void others() {
  CHECK(std::fabs(sycl::rsqrt(4.0f) - 0.5f) < 1e-6f && std::fabs(sycl::exp10(2.0) - 100) < 1e-9);
  CHECK(std::fabs(sycl::sinpi(0.5f) - 1) < 1e-6f && std::fabs(sycl::cospi(1.0) + 1) < 1e-12);
  CHECK(sycl::fma(2.0f, 3.0f, 4.0f) == 10 && sycl::mad(2.0, 3.0, 4.0) == 10);
  CHECK(sycl::ldexp(3.0f, 4) == 48 && sycl::ilogb(1000.0f) == 9 && sycl::pown(3.0f, 3) == 27);
  CHECK(std::fabs(sycl::rootn(-27.0, 3) + 3) < 1e-12);
  CHECK(sycl::isnan(NAN) && !sycl::isnan(1.0) && sycl::isinf(-INFINITY) && sycl::isfinite(3.0f));
  CHECK(sycl::isnan(std::numeric_limits<half>::quiet_NaN()) && sycl::signbit(-0.0f) &&
        sycl::isnormal(half(1)));
  CHECK(sycl::min(3, 4) == 3 && sycl::max(3u, 4u) == 4 && sycl::clamp(7, 1, 5) == 5);
  CHECK(sycl::min(1.5f, -2.0f) == -2 && sycl::max(1.5f, 2) == 2 && sycl::clamp(0.5, 1.0, 2.0) == 1);
  CHECK(sycl::mix(1.0f, 3.0f, 0.25f) == 1.5f && sycl::step(1.0f, 0.5f) == 0 &&
        sycl::smoothstep(0.0, 1.0, 0.5) == 0.5);
  CHECK(sycl::sign(-3.0f) == -1 && sycl::sign(0.0f) == 0 && sycl::sign(NAN) == 0);
  CHECK(std::fabs(sycl::degrees(3.14159265f) - 180) < 1e-4f &&
        std::fabs(sycl::radians(180.0) - M_PI) < 1e-12);
  CHECK(std::fabs(sycl::native::sin(1.0f) - std::sin(1.0f)) < 1e-3f);
  float c;
  CHECK(sycl::sincos(1.0f, &c) == sycl::sin(1.0f) && c == sycl::cos(1.0f));
  double whole;
  CHECK(sycl::modf(-2.25, &whole) == -0.25 && whole == -2);
  static_assert(std::is_same_v<decltype(sycl::pow(2.0f, 3)), float>, "");
  static_assert(std::is_same_v<decltype(sycl::fmax(2.0f, 3.0)), double>, "");
  static_assert(std::is_same_v<decltype(sycl::fmin(half(1), half(2))), half>, "");
}

// Second results and the fast forms of vectors, element by element.
template <class V> static bool vectors() {
  V x, y;
  for (int i = 0; i < 4; ++i) {
    x[i] = static_cast<float>(i) + 0.75f;
    y[i] = -0.5f;
  }
  using I = decltype(sycl::ilogb(x));
  V second;
  I integer;
  bool ok = true;
#define EACH(call, ...)                                                                                      \
  {                                                                                                          \
    const V r = call;                                                                                        \
    for (int i = 0; i < 4; ++i)                                                                              \
      ok = ok && (__VA_ARGS__);                                                                              \
  }
  EACH(sycl::sincos(x, &second), r[i] == sycl::sin(float(x[i])) && second[i] == sycl::cos(float(x[i])))
  EACH(sycl::modf(x, &second), r[i] == 0.75f && second[i] == float(i))
  EACH(sycl::fract(-x, &second), r[i] == 0.25f && second[i] == float(-i - 1))
  EACH(sycl::frexp(y, &integer), r[i] == -0.5f && integer[i] == 0)
  EACH(sycl::remquo(x, y, &integer), r[i] == -0.25f && integer[i] == -(2 * i + 2))
  EACH(sycl::lgamma_r(y, &integer), r[i] == sycl::lgamma(-0.5f) && integer[i] == -1)
  EACH(sycl::native::sqrt(x), r[i] == sycl::native::sqrt(float(x[i])))
  EACH(sycl::native::divide(x, y), r[i] == sycl::native::divide(float(x[i]), -0.5f))
  EACH(sycl::half_precision::recip(y), r[i] < -1.9f && r[i] > -2.1f)
  EACH(sycl::maxmag(x, y), r[i] == x[i])
  EACH(sycl::minmag(x, y), r[i] == -0.5f)
  EACH(sycl::nextafter(x, y), r[i] < x[i])
  EACH(sycl::cospi(sycl::floor(x)), r[i] == (i % 2 ? -1.0f : 1.0f))
#undef EACH
  return ok;
}
static void vector_forms(queue &q) {
  using array = marray<float, 4>;
  CHECK(vectors<float4>() && vectors<array>());
  bool *ok = malloc_shared<bool>(2, q);
  q.single_task<class VectorForms>([=] {
     ok[0] = vectors<float4>();
     ok[1] = vectors<array>();
   }).wait();
  CHECK(ok[0] && ok[1]);
  sycl::free(ok, q);
  const float4 nans = sycl::nan(uint4(1, 2, 3, 4));
  CHECK(sycl::all(sycl::isnan(nans)) && __builtin_bit_cast(unsigned, float(nans[3])) == 0x7fc00004);
}

static void integers() {
  CHECK(sycl::abs(-5) == 5 && sycl::abs_diff(3u, 7u) == 4 && sycl::abs_diff(-100, 100) == 200);
  CHECK(sycl::add_sat(2147483647, 1) == 2147483647 && sycl::add_sat(-2147483647, -5) == -2147483647 - 1);
  CHECK(sycl::add_sat<unsigned char>(250, 10) == 255 && sycl::add_sat<signed char>(-100, -100) == -128);
  CHECK(sycl::sub_sat(3u, 7u) == 0 && sycl::sub_sat<signed char>(-100, 100) == -128 &&
        sycl::sub_sat(5, 7) == -2);
  CHECK(sycl::hadd(7u, 4294967295u) == 2147483651u && sycl::rhadd(2, 5) == 4);
  CHECK(sycl::clz(1) == 31 && sycl::clz(0) == 32 && sycl::clz<unsigned char>(1) == 7 && sycl::clz(-1L) == 0);
  CHECK(sycl::ctz(8) == 3 && sycl::ctz(0u) == 32 && sycl::popcount(255) == 8 &&
        sycl::popcount<signed char>(-1) == 8);
  CHECK(sycl::rotate(0x80000001u, 4u) == 0x18u && sycl::rotate<unsigned char>(0x81, 1) == 3);
  CHECK(sycl::mul_hi(0x40000000, 8) == 2 && sycl::mul_hi(-1, 1) == -1);
  CHECK(sycl::mul_hi(~0ul, ~0ul) == ~0ul - 1 && sycl::mul_hi(-1L, -1L) == 0 && sycl::mul_hi(-1L, 1L) == -1);
  CHECK(sycl::mul_hi<short>(-300, 300) == -2 && sycl::mad_hi(1u << 31, 4u, 5u) == 7);
}

// A relation of x and y, of scalars, vecs and marrays.
template <class T> static bool relations() {
  using V = vec<T, 4>;
  using M = marray<T, 4>;
  const T n = std::numeric_limits<T>::quiet_NaN();
  const T xs[] = {T(1), T(2), T(3), n}, y = T(2);
  const V v(xs[0], xs[1], xs[2], xs[3]), w(y);
  const M m{xs[0], xs[1], xs[2], xs[3]}, o(y);
  bool ok = true;
#define RELATION(name, a, b, c, d)                                                                           \
  {                                                                                                          \
    const bool want[] = {a, b, c, d};                                                                        \
    const auto rv = sycl::name(v, w);                                                                        \
    const auto rm = sycl::name(m, o);                                                                        \
    for (int i = 0; i < 4; ++i)                                                                              \
      ok = ok && sycl::name(xs[i], y) == want[i] && rv[i] == (want[i] ? -1 : 0) && rm[i] == want[i];         \
    ok = ok && sizeof(rv[0]) == sizeof(T) && std::is_same_v<decltype(sycl::name(y, y)), bool>;               \
    ok = ok && sycl::any(rv) == (a || b || c || d) && sycl::all(rm) == (a && b && c && d);                   \
  }
  RELATION(isequal, false, true, false, false)
  RELATION(isnotequal, true, false, true, true)
  RELATION(isgreater, false, false, true, false)
  RELATION(isgreaterequal, false, true, true, false)
  RELATION(isless, true, false, false, false)
  RELATION(islessequal, true, true, false, false)
  RELATION(islessgreater, true, false, true, false)
  RELATION(isordered, true, true, true, false)
  RELATION(isunordered, false, false, false, true)
#undef RELATION
  const V chosen = sycl::select(v, w, sycl::isequal(v, V(T(3))));
  const V bits = sycl::bitselect(v, w, V(T(-0.0f)));
  return ok && chosen[0] == T(1) && chosen[2] == y && sycl::bitselect(T(3), T(-2), T(-0.0f)) == T(-3) && bits[1] == y;
}
static void relational(queue &q) {
  CHECK(relations<float>() && relations<double>() && relations<half>());
  bool *ok = malloc_shared<bool>(2, q);
  const bool fp16 = q.get_device().has(aspect::fp16), fp64 = q.get_device().has(aspect::fp64);
  ok[1] = true;
  q.single_task<class RelationsOfFloats>([=] { ok[0] = relations<float>(); }).wait();
  if (fp16)
    q.single_task<class RelationsOfHalves>([=] { ok[1] = relations<half>(); }).wait();
  CHECK(ok[0] && ok[1]);
  if (fp64)
    q.single_task<class RelationsOfDoubles>([=] { ok[1] = relations<double>(); }).wait();
  CHECK(ok[1]);
  sycl::free(ok, q);
  CHECK(sycl::bitselect(0x0f0f, 0x3333, 0x00ff) == 0x0f33 && sycl::bitselect<char>(1, 2, 3) == 2);
  CHECK(sycl::any(-1) && !sycl::any(1) && sycl::all(-1L) && !sycl::all(0) && sycl::any(true) && !sycl::all(false));
  CHECK(sycl::isequal(1.0f, 1) && sycl::isless(float2(1, 3), 2.0f)[0] == -1);
}

// Those that take two integers for one of twice the size.
template <class T> static bool wide_integers() {
  using V = vec<T, 2>;
  constexpr T high = std::numeric_limits<T>::max(), low = std::numeric_limits<T>::min();
  bool ok = sycl::mad_sat(T(3), T(4), T(5)) == T(17) && sycl::mad_sat(high, high, high) == high &&
            sycl::mad_sat(high, T(1), T(1)) == high && sycl::mad_sat(high, T(1), T(0)) == high;
  if constexpr (std::is_signed_v<T>)
    ok = ok && sycl::mad_sat(high, low, high) == low && sycl::mad_sat(T(-3), T(4), T(5)) == T(-7) &&
         sycl::mad_sat(low, T(1), T(-1)) == low && sycl::mad_sat(low, T(1), high) == T(-1) &&
         sycl::mad_sat(high, T(1), T(-1)) == T(high - 1) && sycl::mad_sat(low, low, low) == high;
  const V v = sycl::mad_sat(V(T(3)), V(T(4)), V(T(5), high));
  return ok && v[0] == T(17) && v[1] == high;
}
template <class T> static bool halves_of_integers() {
  using U = std::make_unsigned_t<T>;
  constexpr int bits = 8 * sizeof(T);
  const auto one = sycl::upsample(T(5), U(7));
  static_assert(sizeof(one) == 2 * sizeof(T) && std::is_signed_v<T> == (decltype(one)(-1) < decltype(one)(0)), "");
  const auto two = sycl::upsample(vec<T, 2>(T(1), T(-1)), vec<U, 2>(U(2), U(3)));
  using W = std::make_unsigned_t<std::remove_const_t<decltype(one)>>;
  return W(one) == W((W(5) << bits) + 7) && W(two[0]) == W((W(1) << bits) + 2) &&
         W(two[1]) == W((W(U(-1)) << bits) + 3);
}
static void doubled_integers(queue &q) {
  auto all_of = [] {
    return wide_integers<signed char>() && wide_integers<unsigned char>() && wide_integers<short>() &&
           wide_integers<unsigned short>() && wide_integers<int>() && wide_integers<unsigned>() &&
           wide_integers<long>() && wide_integers<unsigned long>() && halves_of_integers<signed char>() &&
           halves_of_integers<unsigned char>() && halves_of_integers<short>() && halves_of_integers<unsigned short>() &&
           halves_of_integers<int>() && halves_of_integers<unsigned>();
  };
  bool *ok = malloc_shared<bool>(1, q);
  q.single_task<class DoubledIntegers>([=] { *ok = all_of(); }).wait();
  CHECK(*ok && all_of());
  sycl::free(ok, q);
  const int4 a(1, 2, 3, 4), b(5, -6, 7, 8);
  CHECK(sycl::mul24(a, b)[1] == -12 && sycl::mad24(a, b, a)[2] == 24 && sycl::mad_hi(a, b, a)[1] == 1);
}

static void fast_geometry(queue &q) {
  float *out = malloc_shared<float>(4, q);
  q.single_task<class FastGeometry>([=] {
     const float2 a(3, 4), b(0, 0);
     out[0] = sycl::fast_length(a), out[1] = sycl::fast_distance(a, b), out[2] = sycl::fast_normalize(a)[1];
     out[3] = sycl::fast_normalize(b)[0];
   }).wait();
  const float want[] = {5, 5, 0.8f, 0};
  for (int i = 0; i < 4; ++i)
    CHECK(std::fabs(out[i] - want[i]) <= 0.01f);
  CHECK(std::fabs(sycl::fast_length(-2.0f) - 2) <= 0.01f && std::fabs(sycl::fast_normalize(-2.0f) + 1) <= 0.01f);
  sycl::free(out, q);
}

int main() {
  queue q;
  against_double<float>(q, 1.2e-7, 100);
  if (q.get_device().has(aspect::fp64))
    against_double<double>(q, 2.3e-16, 100);
  others();
  vector_forms(q);
  integers();
  relational(q);
  doubled_integers(q);
  fast_geometry(q);
  q.wait_and_throw();
  return report("math");
}
