// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions, written once: for the declarations of the device builtins and for sycl::.
//   X(name)        a name of SYCL, of OpenCL's instruction set and of C's library alike
//   Y(name, host)  the host does not take it from C's library; `host` says it in terms of x (and y)
#ifndef SYCL_DETAIL_MATH_LIST_HPP
#define SYCL_DETAIL_MATH_LIST_HPP

#define SYCC_MATH_LIST_1(X, Y)                                                                               \
  X(acos)                                                                                                    \
  X(acosh)                                                                                                   \
  X(asin)                                                                                                    \
  X(asinh)                                                                                                   \
  X(atan)                                                                                                    \
  X(atanh)                                                                                                   \
  X(ceil)                                                                                                    \
  X(cos)                                                                                                     \
  X(cosh)                                                                                                    \
  X(erf)                                                                                                     \
  X(erfc)                                                                                                    \
  X(exp)                                                                                                     \
  X(exp2)                                                                                                    \
  X(expm1)                                                                                                   \
  X(fabs)                                                                                                    \
  X(floor)                                                                                                   \
  X(lgamma)                                                                                                  \
  X(log)                                                                                                     \
  X(log10)                                                                                                   \
  X(log1p)                                                                                                   \
  X(log2)                                                                                                    \
  X(logb)                                                                                                    \
  X(rint)                                                                                                    \
  X(round)                                                                                                   \
  X(sin)                                                                                                     \
  X(sinh)                                                                                                    \
  X(sqrt)                                                                                                    \
  X(tan)                                                                                                     \
  X(tanh)                                                                                                    \
  X(tgamma)                                                                                                  \
  X(trunc)                                                                                                   \
  Y(exp10, c_library::exp10(x))                                                                              \
  Y(cbrt, made::cbrt(x))                                                                                     \
  Y(rsqrt, made::rsqrt(x))                                                                                   \
  Y(cospi, made::cospi(x))                                                                                   \
  Y(sinpi, made::sinpi(x))                                                                                   \
  Y(tanpi, made::tanpi(x))                                                                                   \
  Y(acospi, made::acospi(x))                                                                                 \
  Y(asinpi, made::asinpi(x))                                                                                 \
  Y(atanpi, made::atanpi(x))

#define SYCC_MATH_LIST_2(X, Y)                                                                               \
  X(atan2)                                                                                                   \
  X(copysign)                                                                                                \
  X(fdim)                                                                                                    \
  X(fmax)                                                                                                    \
  X(fmin)                                                                                                    \
  X(fmod)                                                                                                    \
  X(hypot)                                                                                                   \
  X(pow)                                                                                                     \
  X(remainder)                                                                                               \
  Y(atan2pi, made::atan2pi(x, y))                                                                            \
  Y(powr, made::powr(x, y))

// The fast versions in sycl::native and sycl::half_precision; float only.
#define SYCC_NATIVE_LIST_1(X)                                                                                \
  X(cos)                                                                                                     \
  X(exp)                                                                                                     \
  X(exp10)                                                                                                   \
  X(exp2)                                                                                                    \
  X(log)                                                                                                     \
  X(log10)                                                                                                   \
  X(log2)                                                                                                    \
  X(rsqrt)                                                                                                   \
  X(sin)                                                                                                     \
  X(sqrt)                                                                                                    \
  X(tan)

#endif
