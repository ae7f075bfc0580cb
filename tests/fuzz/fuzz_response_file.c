// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Response files: the arguments, quoted, split into the same arguments again.
#include "base/opts.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_arena a = {0};
  sy_strs args = {0}, again = {0};
  sy_str text = SY_STR_INIT;
  sy_diag d = {0};
  bool ok = sy_opts_split((sy_view){(const char *)data, n}, "input", &a, &args, &d);
  fuzz_diag(ok, &d);
  for (size_t i = 0; i < args.n; i++)
    sy_opts_quote(&text, args.data[i]);
  fuzz_require(sy_opts_split(sy_view_of(&text), "again", &a, &again, NULL), "what was quoted can be split");
  fuzz_require(again.n == args.n, "as many arguments");
  for (size_t i = 0; i < args.n; i++)
    fuzz_require(strcmp(args.data[i], again.data[i]) == 0, "the same arguments");
  sy_str_free(&text);
  sy_vec_free(&args);
  sy_vec_free(&again);
  sy_arena_free(&a);
  return 0;
}
