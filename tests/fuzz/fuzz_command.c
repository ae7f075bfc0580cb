// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of sycc, an argument in each line: it is understood, or there is a message.
#include "driver/command.h"
#include "tests/fuzz/fuzz.h"

enum { MOST = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  char *text = malloc(n + 1), *words[MOST + 2] = {"sycc"}, *rest = text;
  int count = 1;
  memcpy(text, data, n);
  text[n] = 0;
  for (char *word; count <= MOST && (word = strsep(&rest, "\n"));)
    if (*word != '@') // response files have a fuzzer of their own
      words[count++] = word;
  sy_arena arena = {0};
  sy_command_line c = {0};
  sy_diag d = {0};
  bool ok = sy_command_parse(count, words, &arena, &c, &d);
  fuzz_require(ok || d.errors, "a refusal has a message");
  sy_diag_free(&d);
  sy_command_line_free(&c);
  sy_arena_free(&arena);
  free(text);
  return 0;
}
