// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File tables: what was accepted is written, read back, and written the same again.
#include "formats/file_table.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_table t = {0}, u = {0};
  sy_str once = SY_STR_INIT, twice = SY_STR_INIT;
  sy_diag d = {0};
  bool ok = sy_table_read((sy_view){(const char *)data, n}, "input", &t, &d);
  fuzz_diag(ok, &d);
  if (ok) {
    fuzz_require(sy_table_write(&t, true, &once, NULL), "what was read can be written");
    fuzz_require(sy_table_read(sy_view_of(&once), "again", &u, NULL), "what was written can be read");
    fuzz_require(sy_table_write(&u, true, &twice, NULL) && fuzz_same(&once, &twice), "it is the same");
    sy_table_add_column(&t, "New");
  }
  sy_table_free(&t);
  sy_table_free(&u);
  sy_str_free(&once);
  sy_str_free(&twice);
  return 0;
}
