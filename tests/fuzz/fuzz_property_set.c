// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Property set files: what was accepted is written, read back, and written the same again.
#include "formats/property_set.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_props p = {0}, q = {0};
  sy_str once = SY_STR_INIT, twice = SY_STR_INIT;
  sy_diag d = {0};
  bool ok = sy_props_read((sy_view){(const char *)data, n}, "input", &p, &d);
  fuzz_diag(ok, &d);
  if (ok) {
    fuzz_require(sy_props_write(&p, &once, NULL), "what was read can be written");
    fuzz_require(sy_props_read(sy_view_of(&once), "again", &q, NULL), "what was written can be read");
    fuzz_require(sy_props_write(&q, &twice, NULL) && fuzz_same(&once, &twice), "it is the same");
  }
  sy_props_free(&p);
  sy_props_free(&q);
  sy_str_free(&once);
  sy_str_free(&twice);
  return 0;
}
