// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilation databases: what was accepted is written, read back, and written the same again.
#include "formats/compile_commands.h"
#include "tests/fuzz/fuzz.h"

static void write_all(const sy_compile_commands *all, sy_str *out) {
  sy_str_addc(out, '[');
  for (size_t i = 0; i < all->n; i++) {
    sy_str_add(out, i ? ",\n" : "");
    sy_compile_command_write(&all->data[i], out);
  }
  sy_str_addc(out, ']');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_arena a = {0};
  sy_compile_commands all = {0}, again = {0};
  sy_str once = SY_STR_INIT, twice = SY_STR_INIT;
  sy_diag d = {0};
  bool ok = sy_compile_commands_read((sy_view){(const char *)data, n}, "input", &a, &all, &d);
  fuzz_diag(ok, &d);
  if (ok) {
    write_all(&all, &once);
    fuzz_require(sy_compile_commands_read(sy_view_of(&once), "again", &a, &again, NULL),
                 "what was written can be read");
    write_all(&again, &twice);
    fuzz_require(fuzz_same(&once, &twice), "it is the same");
  }
  sy_compile_commands_free(&all);
  sy_compile_commands_free(&again);
  sy_str_free(&once);
  sy_str_free(&twice);
  sy_arena_free(&a);
  return 0;
}
