// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks for unit tests. A check that fails prints its place and what differed, and the test goes on;
// check_summary() is what main() returns.
//
//   static void test_add(void) { CHECK_EQ(1 + 1, 2); }
//   int main(void) { RUN(test_add); return check_summary(); }
#ifndef SY_TESTS_UNIT_CHECK_H
#define SY_TESTS_UNIT_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static unsigned check_done, check_failed;
static const char *check_test = "";

static inline bool check_say(bool ok, const char *file, int line) {
  check_done++;
  if (!ok) {
    check_failed++;
    printf("%s:%d: %s: ", file, line, check_test);
  }
  return ok;
}

static inline void check_true(bool ok, const char *what, const char *file, int line) {
  if (!check_say(ok, file, line))
    printf("not true: %s\n", what);
}

static inline void check_eq(long long a, long long b, const char *what, const char *file, int line) {
  if (!check_say(a == b, file, line))
    printf("%s is %lld, expected %lld\n", what, a, b);
}

static inline void check_print(const char *s, size_t n) {
  putchar('"');
  for (size_t i = 0; i < n && i < 400; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '\n')
      printf("\\n");
    else if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\')
      printf("\\x%02x", c);
    else
      putchar(c);
  }
  printf(n > 400 ? "\"... (%zu bytes)\n" : "\"\n", n);
}

static inline void check_mem(const void *a, size_t an, const void *b, size_t bn, const char *what,
                             const char *file, int line) {
  bool same = an == bn && (an == 0 || memcmp(a, b, an) == 0);
  if (check_say(same, file, line))
    return;
  printf("%s differs\n  is:       ", what);
  check_print(a, an);
  printf("  expected: ");
  check_print(b, bn);
}

static inline void check_str(const char *a, const char *b, const char *what, const char *file, int line) {
  if (a && b)
    check_mem(a, strlen(a), b, strlen(b), what, file, line);
  else if (!check_say(a == b, file, line))
    printf("%s is %s, expected %s\n", what, a ? a : "null", b ? b : "null");
}

static inline void check_has(const char *text, const char *part, const char *what, const char *file,
                             int line) {
  if (check_say(text && strstr(text, part), file, line))
    return;
  printf("%s lacks \"%s\"; it is ", what, part);
  check_print(text ? text : "(null)", strlen(text ? text : "(null)"));
}

static inline int check_summary(void) {
  printf("%u checks, %u failed\n", check_done, check_failed);
  return check_failed ? 1 : 0;
}

#define CHECK(x) check_true((x), #x, __FILE__, __LINE__)
#define CHECK_EQ(a, b) check_eq((long long)(a), (long long)(b), #a, __FILE__, __LINE__)
#define CHECK_STR(a, b) check_str((a), (b), #a, __FILE__, __LINE__)
#define CHECK_MEM(a, an, b, bn) check_mem((a), (an), (b), (bn), #a, __FILE__, __LINE__)
#define CHECK_HAS(text, part) check_has((text), (part), #text, __FILE__, __LINE__)
#define RUN(test) (check_test = #test, test())

#endif
