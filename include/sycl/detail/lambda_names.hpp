// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mangled names of kernels whose name class is declared inside a lambda. A clang that is not sycc's own calls
// the lambda "3$_1", the device compiler "UlRN4sycl7handlerEE_", and what follows depends on it:
//
//   _ZTSZZ4mainENK3$_1clERN4sycl7handlerEE4Fill
//   _ZTSZZ4mainENKUlRN4sycl7handlerEE_clES2_E4Fill
//
// What stands before the first lambda, and the last name, are the same in both.
#ifndef SYCL_DETAIL_LAMBDA_NAMES_HPP
#define SYCL_DETAIL_LAMBDA_NAMES_HPP

namespace sycl {
namespace detail {

struct lambda_name {
  const char *text;
  unsigned before;  // characters in front of the first lambda; all of them if there is none
  const char *last; // the last name and what follows it
};

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Behind a part of a mangled name that has numbers which are no lengths: S4_, T0_, A10_, Li5E. Else p itself.
inline const char *skip_numbers(const char *p) {
  const bool counted = (*p == 'S' || *p == 'T' || *p == 'A') && (is_digit(p[1]) || p[1] == '_');
  const bool literal = *p == 'L' && !is_digit(p[1]) && p[1] != '_';
  const char end = counted ? '_' : 'E';
  if (!counted && !literal)
    return p;
  while (*p && *p != end)
    ++p;
  return *p ? p + 1 : p;
}

inline lambda_name read_lambda_name(const char *text) {
  lambda_name n{text, 0, text};
  bool seen = false;
  const char *p = text[0] == '_' && text[1] == 'Z' ? text + 4 : text; // _ZTS
  while (*p) {
    const char *start = p;
    unsigned length = 0;
    for (; is_digit(*p); ++p)
      length = length * 10 + unsigned(*p - '0');
    const bool lambda = length ? p[0] == '$' && p[1] == '_' : p[0] == 'U' && p[1] == 'l';
    if (lambda && !seen)
      n.before = unsigned(start - text);
    seen |= lambda;
    if (length && !lambda)
      n.last = start;
    for (; length && *p; --length)
      ++p;
    if (p == start)
      p = skip_numbers(p);
    if (p == start)
      ++p;
  }
  if (!seen)
    n.before = unsigned(p - text);
  return n;
}

// Whether both could be the name of one class inside a lambda.
inline bool equal_around_lambdas(const char *x, const char *y) {
  const lambda_name a = read_lambda_name(x), b = read_lambda_name(y);
  return a.before == b.before && x[a.before] && y[b.before] && __builtin_strncmp(x, y, a.before) == 0 &&
         __builtin_strcmp(a.last, b.last) == 0;
}

} // namespace detail
} // namespace sycl
#endif
