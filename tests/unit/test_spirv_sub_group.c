// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/spirv_sub_group: kernels that require no size get one, behind the entry points;
// nothing else changes.
#include "formats/spirv_sub_group.h"

#include "formats/spirv_header.h"
#include "tests/unit/check.h"

#include <stdlib.h>

#define HEAD SY_SPIRV_MAGIC, 0x10200, 0, 9, 0
#define OP(op, words) ((words) << 16 | (op))
#define KERNEL(id) OP(15, 4), 6, id, 'k'
#define REQUIRES(id, size) OP(16, 4), id, 35, size
#define CAPABILITY(c) OP(17, 2), c

static void check_becomes(const uint32_t *module, size_t size, const uint32_t *wanted, size_t wanted_size) {
  void *w = memcpy(malloc(size), module, size);
  CHECK(sy_spirv_require_sub_group(&w, &size, 8));
  CHECK_EQ(size, wanted_size);
  CHECK(!memcmp(w, wanted, wanted_size));
  free(w);
}

#define BECOMES(a, b) check_becomes(a, sizeof a, b, sizeof b)

int main(void) {
  static const uint32_t two[] = {HEAD,      CAPABILITY(6), OP(14, 3), 2,  2, KERNEL(3),
                                 KERNEL(4), OP(16, 6),     4,         17, 1, 2,
                                 3,         OP(71, 3),     7,         44};
  static const uint32_t both[] = {HEAD,
                                  CAPABILITY(58),
                                  CAPABILITY(6),
                                  OP(14, 3),
                                  2,
                                  2,
                                  KERNEL(3),
                                  KERNEL(4),
                                  REQUIRES(3, 8),
                                  REQUIRES(4, 8),
                                  OP(16, 6),
                                  4,
                                  17,
                                  1,
                                  2,
                                  3,
                                  OP(71, 3),
                                  7,
                                  44};
  static const uint32_t one[] = {HEAD, KERNEL(3), KERNEL(4), OP(16, 3), 4, 31, REQUIRES(3, 16)};
  static const uint32_t other[] = {HEAD, CAPABILITY(58), KERNEL(3), KERNEL(4), REQUIRES(4, 8), OP(16, 3), 4,
                                   31,   REQUIRES(3, 16)};
  static const uint32_t none[] = {HEAD, CAPABILITY(6), OP(14, 3), 2, 2, OP(71, 3), 7, 44};
  static const uint32_t cut[] = {HEAD, CAPABILITY(6), OP(15, 40), 6, 3};
  static const uint32_t text[] = {'t', 'e', 'x', 't', 0, 0, KERNEL(3)};
  BECOMES(two, both);
  BECOMES(both, both);
  BECOMES(one, other);
  BECOMES(none, none);
  BECOMES(cut, cut);
  BECOMES(text, text);
  return check_summary();
}
