// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions of SPIR-V that become calls: what is made has none left, and a module is a library too.
#include "formats/spirv_groups.h"
#include "tests/fuzz/fuzz.h"

static void replace(const void *module, size_t n, unsigned which) {
  sy_group_names names = {0};
  void *out, *again, *picked;
  size_t size = 0, more = 0;
  sy_groups how = sy_spirv_call_groups(module, n, which, &names, &out, &size);
  fuzz_require(!out == (how != SY_GROUPS_DONE), "a failure leaves nothing");
  if (out) {
    how = sy_spirv_call_groups(out, size, which, &names, &again, &more);
    fuzz_require(how == SY_GROUPS_NOTHING, "nothing is left to replace");
  }
  how = sy_spirv_pick_groups(module, n, &names, &picked, &more);
  fuzz_require(!picked == (how != SY_GROUPS_DONE), "a failure leaves nothing");
  free(picked);
  free(out);
  free(names.names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  void *aligned = malloc(n + 1);
  if (n)
    memcpy(aligned, data, n);
  for (unsigned which = SY_WORK_GROUPS; which <= (SY_WORK_GROUPS | SY_SUB_GROUPS); which++)
    replace(aligned, n, which);
  free(aligned);
  return 0;
}
