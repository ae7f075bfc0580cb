// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every mathematical function against MPFR: the worst error in units of the last place, where it is, and the limit,
// which for float and double is that of SYCL 2020 (OpenCL 1.2, section 7.4), for half that of cl_khr_fp16. Once as scalar
// code, once as what the vectoriser makes of it on each level of x86-64, once as plain C++.
//
// REQUIRES: mpfr, plain-build
// RUN: %program -fsycl-targets=native_cpu -O0 %s -o %t.scalar -lmpfr -lgmp && env SYCC_DEVICE_SELECTOR=native_cpu:* %t.scalar
// RUN: %program -fsycl-targets=native_cpu %s -o %t -lmpfr -lgmp && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if avx2 %{ %program -fsycl-targets=x86_64_avx2 %s -o %t.avx2 -lmpfr -lgmp && env SYCC_DEVICE_SELECTOR=native_cpu:* %t.avx2 %}
// RUN: %if avx512 %{ %program -fsycl-targets=x86_64_avx512 %s -o %t.avx512 -lmpfr -lgmp && env SYCC_DEVICE_SELECTOR=native_cpu:* %t.avx512 %}
// RUN: %plain -O1 %s -o %t.plain %libsycc -lmpfr -lgmp && %t.plain
#include "Inputs/check.hpp"
#include "Inputs/ulp.hpp"

enum { N = 11000 };
constexpr double none = INFINITY; // no limit is given: the error is told

// The arguments of all tests: every pair of special values, then random ones. From `single` on, x is a special value but once.
template <class T> struct arguments {
  T *x, *y, *z, *out, *second;
  int *n, *integer;
  std::size_t single;
  sycl::queue &q;

  explicit arguments(sycl::queue &queue) : q(queue) {
    for (T **p : {&x, &y, &z, &out, &second})
      *p = sycl::malloc_shared<T>(N, q);
    n = sycl::malloc_shared<int>(N, q);
    integer = sycl::malloc_shared<int>(N, q);
    values v(sizeof(T));
    const std::vector<T> &special = values::special<T>();
    single = special.size() * (special.size() - 1);
    for (std::size_t i = 0; i < N; ++i) {
      const bool pair = i < special.size() * special.size();
      const unsigned kind = static_cast<unsigned>(v.next() >> 32);
      x[i] = pair ? special[i % special.size()] : v.random<T>(kind);
      y[i] = pair ? special[i / special.size()] : v.random<T>(kind >> 3);
      z[i] = i % 7 ? v.random<T>(kind >> 6) : special[kind % special.size()];
      n[i] = v.integer(kind >> 9);
    }
  }
  ~arguments() {
    for (T *p : {x, y, z, out, second})
      sycl::free(p, q);
    sycl::free(n, q);
    sycl::free(integer, q);
  }

  template <class F> void run(F f) {
    q.parallel_for(sycl::range(N), [=](sycl::id<1> i) { f(i[0]); }).wait();
  }
};

static void tell(const char *type, const char *name, double worst, double limit, double x, double y) {
  const bool ok = worst <= limit;
  std::printf("%-6s %-22s %8.3f  limit %6g  at %a, %a%s\n", type, name, worst, limit, x, y, ok ? "" : "  TOO MUCH");
  CHECK(ok && "error above the limit");
}

// reference(expected, i) computes what the result of argument i should be.
template <class T, class Reference>
static void compare(arguments<T> &a, const char *name, double limit, const T *out, Reference reference, std::size_t first = 0) {
  double worst = 0;
  std::size_t at = 0;
  exact expected;
  for (std::size_t i = first; i < N; ++i) {
    reference(static_cast<mpfr_ptr>(expected), i);
    const double e = error_in_ulps(out[i], expected);
    if (e > worst)
      worst = e, at = i;
  }
  tell(format<T>::name, name, worst, limit, static_cast<double>(a.x[at]), static_cast<double>(a.y[at]));
}
// expected(i) is the result itself.
template <class T, class Expected> static void compare_same(arguments<T> &a, const char *name, const T *out, Expected expected) {
  std::size_t bad = 0, at = 0;
  for (std::size_t i = 0; i < N; ++i)
    if (!same(out[i], static_cast<T>(expected(i))))
      at = bad++ ? at : i;
  tell(format<T>::name, name, bad ? wrong : 0, 0, static_cast<double>(a.x[at]), static_cast<double>(a.y[at]));
}

using unary_reference = int(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using binary_reference = int(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <class T> static auto reference_of(arguments<T> &a, unary_reference *f) {
  return [&a, f](mpfr_ptr r, std::size_t i) {
    exact x(static_cast<double>(a.x[i]));
    f(r, x, MPFR_RNDN);
  };
}
template <class T> static auto reference_of(arguments<T> &a, binary_reference *f) {
  return [&a, f](mpfr_ptr r, std::size_t i) {
    exact x(static_cast<double>(a.x[i])), y(static_cast<double>(a.y[i]));
    f(r, x, y, MPFR_RNDN);
  };
}

// Those that round to integers tell of a zero's sign, but are not of the type above.
#define ROUNDING(f)                                                                                          \
  static int reference_##f(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) {                                          \
    return mpfr_##f(r, x);                                                                                   \
  }
ROUNDING(ceil)
ROUNDING(floor)
ROUNDING(trunc)
ROUNDING(round)
#undef ROUNDING
static int reference_degrees(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t m) {
  exact pi;
  mpfr_const_pi(pi, m);
  mpfr_mul_ui(r, x, 180, m);
  return mpfr_div(r, r, pi, m);
}
static int reference_radians(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t m) {
  exact pi;
  mpfr_const_pi(pi, m);
  mpfr_mul(r, x, pi, m);
  return mpfr_div_ui(r, r, 180, m);
}
static int reference_recip(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t m) {
  return mpfr_ui_div(r, 1, x, m);
}
// rec_sqrt(-0) is +Inf in MPFR and -Inf in IEEE 754.
static int reference_rsqrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t m) {
  mpfr_rec_sqrt(r, x, m);
  return mpfr_zero_p(x) ? mpfr_setsign(r, r, mpfr_signbit(x), m) : 0;
}

// powr(1, NaN) is 1 in MPFR and NaN in OpenCL.
static int reference_powr(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t m) {
  mpfr_powr(r, x, y, m);
  if (mpfr_nan_p(y))
    mpfr_set_nan(r);
  return 0;
}

// ---- float, double and half alike. h: the limit for half

#define LIMIT(limit, h) (sizeof(T) == 2 ? (h) : (limit))
#define UNARY_IN(space, f, reference, limit)                                                                 \
  a.run([=](std::size_t i) { out[i] = sycl::space f(x[i]); });                                               \
  compare(a, #space #f, limit, a.out, reference_of(a, reference), a.single);
#define BINARY_IN(space, f, reference, limit)                                                                \
  a.run([=](std::size_t i) { out[i] = sycl::space f(x[i], y[i]); });                                         \
  compare(a, #space #f, limit, a.out, reference_of(a, reference));
#define UNARY(f, limit, h) UNARY_IN(, f, mpfr_##f, LIMIT(limit, h))
#define BINARY(f, limit, h) BINARY_IN(, f, mpfr_##f, LIMIT(limit, h))

template <class T> static void one_argument(arguments<T> &a) {
  const T *x = a.x;
  T *out = a.out;
  UNARY(acos, 4, 2)
  UNARY(acosh, 4, 2)
  UNARY(acospi, 5, 2)
  UNARY(asin, 4, 2)
  UNARY(asinh, 4, 2)
  UNARY(asinpi, 5, 2)
  UNARY(atan, 5, 2)
  UNARY(atanh, 5, 2)
  UNARY(atanpi, 5, 2)
  UNARY(cbrt, 2, 2)
  UNARY(cos, 4, 2)
  UNARY(cosh, 4, 2)
  UNARY(cospi, 4, 2)
  UNARY(erf, 16, 4)
  UNARY(erfc, 16, 4)
  UNARY(exp, 3, 2)
  UNARY(exp10, 3, 2)
  UNARY(exp2, 3, 2)
  UNARY(expm1, 3, 2)
  UNARY(log, 3, 2)
  UNARY(log10, 3, 2)
  UNARY(log1p, 2, 2)
  UNARY(log2, 3, 2)
  UNARY(sin, 4, 2)
  UNARY(sinh, 4, 2)
  UNARY(sinpi, 4, 2)
  UNARY(sqrt, sizeof(T) == 8 ? 0.5 : 3, 0.5)
  UNARY(tan, 5, 2)
  UNARY(tanh, 5, 2)
  UNARY(tanpi, 6, 2)
  UNARY(rint, 0, 0)
  UNARY_IN(, rsqrt, reference_rsqrt, LIMIT(2, 1))
  UNARY_IN(, tgamma, mpfr_gamma, LIMIT(16, 4))
  UNARY_IN(, fabs, mpfr_abs, 0)
  UNARY_IN(, ceil, reference_ceil, 0)
  UNARY_IN(, floor, reference_floor, 0)
  UNARY_IN(, trunc, reference_trunc, 0)
  UNARY_IN(, round, reference_round, 0)
  UNARY_IN(, degrees, reference_degrees, 2)
  UNARY_IN(, radians, reference_radians, 2)

  a.run([=](std::size_t i) { out[i] = sycl::logb(x[i]); });
  compare_same(a, "logb", out, [x](std::size_t i) { return std::logb(static_cast<double>(x[i])); });
  a.run([=](std::size_t i) { out[i] = sycl::sign(x[i]); });
  compare_same(a, "sign", out, [x](std::size_t i) {
    const double v = static_cast<double>(x[i]);
    return std::isnan(v) ? 0.0 : v > 0 ? 1.0 : v < 0 ? -1.0 : v;
  });
}

template <class T> static void two_arguments(arguments<T> &a) {
  const T *x = a.x, *y = a.y;
  T *out = a.out;
  BINARY(atan2, 6, 2)
  BINARY(atan2pi, 6, 2)
  BINARY(hypot, 4, 2)
  BINARY(pow, 16, 4)
  BINARY_IN(, powr, reference_powr, LIMIT(16, 4))
  BINARY(fmod, 0, 0)
  BINARY(remainder, 0, 0)
  BINARY_IN(, fdim, mpfr_dim, 0.5)
  a.run([=](std::size_t i) { out[i] = x[i] / y[i]; });
  compare(a, "operator /", sizeof(T) == 4 ? 2.5 : 0.5, out, reference_of(a, mpfr_div));

  a.run([=](std::size_t i) { out[i] = sycl::copysign(x[i], y[i]); });
  compare_same(a, "copysign", out, [x, y](std::size_t i) { return std::copysign(static_cast<double>(x[i]), static_cast<double>(y[i])); });
  // Zeros are equal: either may come out.
  for (int larger = 0; larger < 2; ++larger) {
    if (larger)
      a.run([=](std::size_t i) { out[i] = sycl::fmax(x[i], y[i]); });
    else
      a.run([=](std::size_t i) { out[i] = sycl::fmin(x[i], y[i]); });
    compare_same(a, larger ? "fmax" : "fmin", out, [x, y, out, larger](std::size_t i) {
      const double v = static_cast<double>(x[i]), w = static_cast<double>(y[i]), got = static_cast<double>(out[i]);
      return v == 0 && w == 0 && got == 0 ? got : larger ? std::fmax(v, w) : std::fmin(v, w);
    });
    if (larger)
      a.run([=](std::size_t i) { out[i] = sycl::maxmag(x[i], y[i]); });
    else
      a.run([=](std::size_t i) { out[i] = sycl::minmag(x[i], y[i]); });
    compare_same(a, larger ? "maxmag" : "minmag", out, [x, y, out, larger](std::size_t i) {
      const double v = static_cast<double>(x[i]), w = static_cast<double>(y[i]), got = static_cast<double>(out[i]);
      if (std::fabs(v) == std::fabs(w) || std::isnan(v) || std::isnan(w))
        return v == 0 && w == 0 && got == 0 ? got : larger ? std::fmax(v, w) : std::fmin(v, w);
      return (std::fabs(v) > std::fabs(w)) == (larger != 0) ? v : w;
    });
  }
  // The neighbour by counting: numbers in order have bits in order.
  a.run([=](std::size_t i) { out[i] = sycl::nextafter(x[i], y[i]); });
  compare_same(a, "nextafter", out, [x, y](std::size_t i) {
    using bits = typename format<T>::bits;
    const double v = static_cast<double>(x[i]), w = static_cast<double>(y[i]);
    if (std::isnan(v) || std::isnan(w) || v == w)
      return std::isnan(v) || std::isnan(w) ? static_cast<T>(NAN) : y[i];
    bits b = sycl::bit_cast<bits>(x[i]);
    const bits sign = static_cast<bits>(bits(1) << (8 * sizeof b - 1));
    if (v == 0)
      b = static_cast<bits>(w < 0 ? sign | 1 : 1);
    else
      b = static_cast<bits>((v < w) == (v > 0) ? b + 1 : b - 1);
    return sycl::bit_cast<T>(b);
  });
}

// Rounded: not a part of a larger expression.
template <class T> [[gnu::noinline]] static T product(T x, T y) {
  return x * y;
}

template <class T> static void three_arguments(arguments<T> &a) {
  const T *x = a.x, *y = a.y, *z = a.z;
  T *out = a.out;
  a.run([=](std::size_t i) { out[i] = sycl::fma(x[i], y[i], z[i]); });
  compare(a, "fma", 0.5, out, [x, y, z](mpfr_ptr r, std::size_t i) {
    exact u(static_cast<double>(x[i])), v(static_cast<double>(y[i])), w(static_cast<double>(z[i]));
    mpfr_fma(r, u, v, w, MPFR_RNDN);
  });
  // Either in one step or in two.
  a.run([=](std::size_t i) { out[i] = sycl::mad(x[i], y[i], z[i]); });
  compare_same(a, "mad", out, [x, y, z, out](std::size_t i) {
    const T two_steps = product(x[i], y[i]) + z[i], one_step = sycl::fma(x[i], y[i], z[i]);
    return same(out[i], one_step) ? one_step : two_steps;
  });
}

template <class T> static void with_integers(arguments<T> &a) {
  const T *x = a.x;
  const int *n = a.n;
  T *out = a.out, *second = a.second;
  int *integer = a.integer;
  a.run([=](std::size_t i) { out[i] = sycl::pown(x[i], n[i]); });
  compare(a, "pown", LIMIT(16, 4), out, [x, n](mpfr_ptr r, std::size_t i) {
    exact v(static_cast<double>(x[i]));
    mpfr_pow_si(r, v, n[i], MPFR_RNDN);
  });
  a.run([=](std::size_t i) { out[i] = sycl::rootn(x[i], n[i]); });
  compare(a, "rootn", LIMIT(16, 4), out, [x, n](mpfr_ptr r, std::size_t i) {
    exact v(static_cast<double>(x[i]));
    mpfr_rootn_si(r, v, n[i], MPFR_RNDN);
  });
  a.run([=](std::size_t i) { out[i] = sycl::ldexp(x[i], n[i]); });
  compare(a, "ldexp", 0.5, out, [x, n](mpfr_ptr r, std::size_t i) {
    exact v(static_cast<double>(x[i]));
    mpfr_mul_2si(r, v, n[i], MPFR_RNDN);
  });
  a.run([=](std::size_t i) { integer[i] = sycl::ilogb(x[i]); });
  std::size_t bad = 0;
  for (std::size_t i = 0; i < N; ++i)
    bad += integer[i] != std::ilogb(static_cast<double>(x[i]));
  CHECK(bad == 0 && "ilogb");

  a.run([=](std::size_t i) { out[i] = sycl::frexp(x[i], &integer[i]); });
  compare_same(a, "frexp", out, [x, integer](std::size_t i) {
    int e = 0;
    const double r = std::frexp(static_cast<double>(x[i]), &e);
    return std::isfinite(r) && e != integer[i] ? 77 : r;
  });
  // The error of lgamma has no limit; it is large near the zeros left of 0.
  a.run([=](std::size_t i) { out[i] = sycl::lgamma_r(x[i], &integer[i]); });
  compare(a, "lgamma_r", none, out, [x, out, integer](mpfr_ptr r, std::size_t i) {
    exact v(static_cast<double>(x[i]));
    int sign;
    mpfr_lgamma(r, &sign, v, MPFR_RNDN);
    if (mpfr_regular_p(r))
      CHECK(sign == integer[i] && "lgamma_r");
  }, a.single);
  a.run([=](std::size_t i) { second[i] = sycl::lgamma(x[i]); });
  compare_same(a, "lgamma", second, [out](std::size_t i) { return out[i]; });
}

template <class T> static void two_results(arguments<T> &a) {
  const T *x = a.x, *y = a.y;
  T *out = a.out, *second = a.second;
  int *integer = a.integer;
  a.run([=](std::size_t i) { out[i] = sycl::sincos(x[i], &second[i]); });
  compare(a, "sincos: sine", LIMIT(4, 2), out, reference_of(a, mpfr_sin), a.single);
  compare(a, "sincos: cosine", LIMIT(4, 2), second, reference_of(a, mpfr_cos), a.single);

  a.run([=](std::size_t i) { out[i] = sycl::modf(x[i], &second[i]); });
  compare_same(a, "modf", out, [x](std::size_t i) {
    double whole;
    return std::modf(static_cast<double>(x[i]), &whole);
  });
  compare_same(a, "modf: whole", second, [x](std::size_t i) { return std::trunc(static_cast<double>(x[i])); });

  a.run([=](std::size_t i) { out[i] = sycl::fract(x[i], &second[i]); });
  compare_same(a, "fract", out, [x](std::size_t i) {
    const double v = static_cast<double>(x[i]), below_one = 1 - std::ldexp(1.0, -format<T>::digits);
    if (v == 0 || std::isinf(v))
      return std::copysign(0.0, v);
    const T part = x[i] - static_cast<T>(std::floor(v));
    return static_cast<double>(part) >= 1 ? below_one : static_cast<double>(part);
  });
  compare_same(a, "fract: whole", second, [x](std::size_t i) { return std::floor(static_cast<double>(x[i])); });

  a.run([=](std::size_t i) { out[i] = sycl::remquo(x[i], y[i], &integer[i]); });
  compare(a, "remquo", 0, out, [x, y, integer](mpfr_ptr r, std::size_t i) {
    exact v(static_cast<double>(x[i])), w(static_cast<double>(y[i]));
    long quotient;
    mpfr_remquo(r, &quotient, v, w, MPFR_RNDN);
    if (mpfr_number_p(r))
      CHECK(std::labs(quotient) % 128 == std::abs(integer[i]) && (quotient % 128 < 0) == (integer[i] < 0) && "remquo");
  });
}

template <class T> static void test_type(sycl::queue &q) {
  arguments<T> a(q);
  one_argument(a);
  two_arguments(a);
  three_arguments(a);
  with_integers(a);
  two_results(a);
}

// ---- the fast forms: 8,192 for half_precision; native is as the implementation likes, and here the same

#define FAST(f, reference)                                                                                   \
  UNARY_IN(native::, f, reference, 8192)                                                                     \
  UNARY_IN(half_precision::, f, reference, 8192)
static void fast_forms(sycl::queue &q) {
  arguments<float> a(q);
  const float *x = a.x, *y = a.y;
  float *out = a.out;
  FAST(cos, mpfr_cos)
  FAST(exp, mpfr_exp)
  FAST(exp10, mpfr_exp10)
  FAST(exp2, mpfr_exp2)
  FAST(log, mpfr_log)
  FAST(log10, mpfr_log10)
  FAST(log2, mpfr_log2)
  FAST(recip, reference_recip)
  FAST(rsqrt, reference_rsqrt)
  FAST(sin, mpfr_sin)
  FAST(sqrt, mpfr_sqrt)
  FAST(tan, mpfr_tan)
  BINARY_IN(native::, divide, mpfr_div, 8192)
  BINARY_IN(half_precision::, divide, mpfr_div, 8192)
  BINARY_IN(native::, powr, reference_powr, 8192)
  BINARY_IN(half_precision::, powr, reference_powr, 8192)
}

static void nans(sycl::queue &q) {
  bool *ok = sycl::malloc_shared<bool>(1, q);
  q.single_task([=] {
     *ok = sycl::isnan(sycl::nan(5u)) && sycl::isnan(sycl::nan(std::uint64_t(5))) && sycl::isnan(sycl::nan(std::uint16_t(5)));
   }).wait();
  CHECK(*ok);
  sycl::free(ok, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    test_type<float>(q);
    test_type<double>(q);
    test_type<sycl::half>(q);
    fast_forms(q);
    nans(q);
    mpfr_free_cache();
  });
}
