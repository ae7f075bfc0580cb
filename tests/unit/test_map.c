// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/map.
#include "base/map.h"

#include "base/mem.h"
#include "tests/unit/check.h"

static void test_hash(void) {
  CHECK(sy_hash("", 0) == 0xcbf29ce484222325u);
  CHECK(sy_hash("a", 1) == 0xaf63dc4c8601ec8cu);
  CHECK(sy_hash("foobar", 6) == 0x85944171f73967e8u);
}

static void test_empty(void) {
  sy_map m = {0};
  CHECK(!sy_map_get(&m, "x"));
  CHECK(!sy_map_has(&m, "x"));
  sy_map_free(&m);
}

static void test_put(void) {
  sy_map m = {0};
  int one = 1, two = 2;
  char key[] = "key";
  *sy_map_put(&m, key) = &one;
  key[0] = 'K'; // the map has its own copy
  CHECK(sy_map_get(&m, "key") == &one);
  CHECK(!sy_map_has(&m, "Key"));
  CHECK(*sy_map_put(&m, "key") == &one);
  *sy_map_put(&m, "key") = &two;
  CHECK(sy_map_get(&m, "key") == &two);
  CHECK_EQ(m.n, 1);
  sy_map_put(&m, "null");
  CHECK(sy_map_has(&m, "null") && !sy_map_get(&m, "null"));
  sy_map_put(&m, "");
  CHECK(sy_map_has(&m, ""));
  sy_map_free(&m);
  CHECK(!m.entries && !m.index && !m.n);
}

// Many keys: all found again, in order of insertion.
static void test_many(void) {
  enum { N = 20000 };
  static int values[N];
  sy_map m = {0};
  char key[32];
  for (int i = 0; i < N; i++) {
    snprintf(key, sizeof key, "k%d", i * 7919 % N);
    *sy_map_put(&m, key) = &values[i];
  }
  CHECK_EQ(m.n, N);
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    snprintf(key, sizeof key, "k%d", i * 7919 % N);
    wrong += sy_map_get(&m, key) != &values[i] || strcmp(m.entries[i].key, key) != 0;
  }
  CHECK_EQ(wrong, 0);
  CHECK(!sy_map_has(&m, "k20000"));
  sy_map_free(&m);
}

int main(void) {
  RUN(test_hash);
  RUN(test_empty);
  RUN(test_put);
  RUN(test_many);
  return check_summary();
}
