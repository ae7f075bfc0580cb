// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the aspect filter reads: property files, checked against every target. The answer is the same with and
// without reasons, there is a reason exactly when it is no, and reasons are lines of text.
#include "devices/requirements.h"
#include "tests/fuzz/fuzz.h"

static void check(const sy_requirements *r, const sy_target *t) {
  sy_str why = SY_STR_INIT;
  bool met = sy_requirements_met(r, t, &why);
  fuzz_require(met == sy_requirements_met(r, t, NULL), "the same answer without reasons");
  fuzz_require(met == (why.n == 0), "a reason exactly when the answer is no");
  fuzz_require(met || why.s[why.n - 1] == '\n', "reasons are lines");
  sy_str_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_props p = {0};
  sy_requirements r = {0};
  sy_diag d = {0};
  bool ok = sy_props_read((sy_view){(const char *)data, n}, "input", &p, &d) &&
            sy_requirements_read(&p, "input", &r, &d);
  fuzz_diag(ok, &d);
  for (size_t i = 0; ok && i < sy_target_count(); i += 7)
    check(&r, sy_target_at(i));
  sy_requirements_free(&r);
  sy_props_free(&p);
  return 0;
}
