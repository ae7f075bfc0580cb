// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/mem.
#include "base/mem.h"

#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

static void test_alloc(void) {
  unsigned char *p = sy_alloc(100);
  for (int i = 0; i < 100; i++)
    CHECK_EQ(p[i], 0);
  p = sy_realloc(p, 1000);
  p[999] = 1;
  free(p);
  void *none = sy_alloc(0);
  CHECK(none != NULL);
  free(none);
  char *s = sy_strdup("abc");
  CHECK_STR(s, "abc");
  free(s);
}

// Every piece is aligned, zeroed and does not overlap its neighbours, large and small mixed.
static void test_arena(void) {
  sy_arena a = {0};
  enum { N = 3000 };
  unsigned char *p[N];
  size_t size[N];
  for (int i = 0; i < N; i++) {
    size[i] = i % 97 == 0 ? 70000 : (size_t)(i * 7 % 300);
    p[i] = sy_arena_alloc(&a, size[i]);
    if ((uintptr_t)p[i] % 16 != 0 || (size[i] && (p[i][0] || p[i][size[i] - 1])))
      CHECK(!"aligned and zeroed");
    memset(p[i], i & 0xff, size[i]);
  }
  for (int i = 0; i < N; i++)
    if (size[i] && (p[i][0] != (i & 0xff) || p[i][size[i] - 1] != (i & 0xff)))
      CHECK(!"pieces overlap");
  CHECK_STR(sy_arena_strdup(&a, "text"), "text");
  CHECK_STR(sy_arena_strndup(&a, "text", 2), "te");
  CHECK_STR(sy_arena_strndup(&a, NULL, 0), "");
  CHECK_STR(sy_arena_printf(&a, "%s-%d", "x", 5), "x-5");
  sy_arena_free(&a);
  CHECK(!a.top);
  sy_arena_free(&a);
}

static void test_vec(void) {
  SY_VEC(int) v = {0};
  for (int i = 0; i < 1000; i++)
    sy_vec_push(&v, i * i);
  CHECK_EQ(v.n, 1000);
  CHECK_EQ(v.data[999], 999 * 999);
  sy_vec_free(&v);
  CHECK(!v.data && !v.n && !v.cap);
}

static void test_strs(void) {
  sy_arena a = {0};
  sy_strs v = {0};
  sy_strs_add(&v, "cc");
  sy_strs_addf(&v, &a, "-j%d", 4);
  sy_strs_add(&v, NULL);
  CHECK_EQ(v.n, 3);
  CHECK_STR(v.data[1], "-j4");
  CHECK_STR(v.data[2], NULL);
  sy_vec_free(&v);
  sy_arena_free(&a);
}

// In a child: it has to end with status 1, not crash.
static void out_of_memory_in_child(void (*act)(void)) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stderr))
      _exit(99);
    act();
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

static void huge_arena(void) {
  sy_arena a = {0};
  sy_arena_alloc(&a, SIZE_MAX - 8);
}

static void huge_vec(void) {
  size_t cap = 0;
  sy_vec_grow(NULL, 1 << 20, SIZE_MAX / 2, &cap);
}

static void test_out_of_memory(void) {
  out_of_memory_in_child(huge_arena);
  out_of_memory_in_child(huge_vec);
}

int main(void) {
  RUN(test_alloc);
  RUN(test_arena);
  RUN(test_vec);
  RUN(test_strs);
  RUN(test_out_of_memory);
  return check_summary();
}
