// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbol lists: what was accepted is written, read back, and written the same again.
#include "formats/symbol_list.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_arena a = {0};
  sy_strs list = {0}, again = {0};
  sy_str once = SY_STR_INIT, twice = SY_STR_INIT;
  sy_diag d = {0};
  bool ok = sy_symbols_read((sy_view){(const char *)data, n}, "input", &a, &list, &d);
  fuzz_diag(ok, &d);
  if (ok) {
    fuzz_require(sy_symbols_write(&list, &once, NULL), "what was read can be written");
    fuzz_require(sy_symbols_read(sy_view_of(&once), "again", &a, &again, NULL),
                 "what was written can be read");
    fuzz_require(sy_symbols_write(&again, &twice, NULL) && fuzz_same(&once, &twice), "it is the same");
  }
  sy_vec_free(&list);
  sy_vec_free(&again);
  sy_str_free(&once);
  sy_str_free(&twice);
  sy_arena_free(&a);
  return 0;
}
