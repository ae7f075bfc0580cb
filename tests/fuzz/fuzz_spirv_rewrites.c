// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small changes of SPIR-V modules: none makes a module larger than it says, and what is changed once stays as
// it is.
#include "formats/spirv_doubles.h"
#include "formats/spirv_extension.h"
#include "formats/spirv_sub_group.h"
#include "tests/fuzz/fuzz.h"

static void check_in_place(size_t (*change)(void *, size_t), const uint8_t *data, size_t n) {
  void *module = malloc(n + 1), *before = malloc(n + 1);
  if (n)
    memcpy(module, data, n);
  size_t once = change(module, n);
  fuzz_require(once <= n, "a module that has grown");
  if (once)
    memcpy(before, module, once);
  size_t twice = change(module, once);
  fuzz_require(twice == once && (!once || !memcmp(module, before, once)),
               "the second change changes nothing");
  free(before);
  free(module);
}

static void check_name(const uint8_t *data, size_t n) {
  size_t words = n / sizeof(uint32_t);
  uint32_t *module = malloc((words + 1) * sizeof *module);
  if (words)
    memcpy(module, data, words * sizeof *module);
  size_t with = sy_spirv_add_semantic(&module, words);
  fuzz_require(with >= words, "a name that is added takes nothing away");
  size_t without = sy_spirv_drop_semantic(module, with * sizeof *module);
  fuzz_require(without <= with * sizeof *module, "a name that is dropped adds nothing");
  free(module);
}

static void check_sub_group(const uint8_t *data, size_t n) {
  void *module = malloc(n + 1);
  if (n)
    memcpy(module, data, n);
  fuzz_require(sy_spirv_require_sub_group(&module, &n, 8), "memory");
  size_t once = n;
  fuzz_require(sy_spirv_require_sub_group(&module, &n, 8) && n == once, "kernels that have a size keep it");
  free(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  check_in_place(sy_spirv_pass_floats, data, n);
  check_in_place(sy_spirv_drop_semantic, data, n);
  check_name(data, n);
  check_sub_group(data, n);
  return 0;
}
