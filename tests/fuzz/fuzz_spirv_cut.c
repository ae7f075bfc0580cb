// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts of SPIR-V: what is left is not larger, and can be cut again.
#include "formats/spirv_cut.h"
#include "tests/fuzz/fuzz.h"

static void *cut(const void *module, size_t n, const char *kernel, bool keep_exports, size_t *size) {
  void *out;
  sy_cut how = sy_spirv_cut(module, n, kernel, keep_exports, &out, size);
  fuzz_require(!out == (how != SY_CUT_DONE), "a failure leaves nothing");
  fuzz_require(!out || *size <= n, "what is left is not larger");
  return out;
}

static void cut_twice(const void *module, size_t n, const char *kernel, bool keep_exports) {
  size_t size = 0;
  void *once = cut(module, n, kernel, keep_exports, &size);
  if (once)
    free(cut(once, size, kernel, keep_exports, &size));
  free(once);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  void *aligned = malloc(n + 1);
  if (n)
    memcpy(aligned, data, n);
  cut_twice(aligned, n, "plain", false);
  cut_twice(aligned, n, "plain", true);
  cut_twice(aligned, n, NULL, true);
  free(aligned);
  return 0;
}
