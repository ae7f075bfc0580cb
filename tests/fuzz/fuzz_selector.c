// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device selectors: a refusal says why, and a back end of which a device is taken is one that may be looked
// at.
#include "runtime/selector.h"
#include "tests/fuzz/fuzz.h"

static void check_takes(const sy_selector *s, sycc_backend b) {
  for (int type = 0; type < 4; type++)
    for (size_t number = 0; number < 3; number++)
      if (sy_selector_takes(s, b, (sycc_device_type)type, number))
        fuzz_require(sy_selector_may_take(s, b), "a device of a back end that is not looked at");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  char *text = malloc(n + 1), problem[256] = "";
  sy_selector s = {0};
  memcpy(text, data, n);
  text[n] = 0;
  bool ok = sy_selector_parse(text, &s, problem, sizeof problem);
  fuzz_require(ok || *problem, "a refusal says why");
  fuzz_require(s.count <= SY_SELECTOR_TERMS, "no more terms than there is room for");
  for (int b = 0; ok && b < 3; b++)
    check_takes(&s, (sycc_backend)b);
  free(text);
  return 0;
}
