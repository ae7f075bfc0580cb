// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ELF files: every section that is found lies inside the file.
#include "formats/elf_sections.h"
#include "formats/offload_binary.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_view bytes = {(const char *)data, n};
  sy_views found = {0};
  sy_diag d = {0};
  bool ok = sy_elf_find(bytes, "input", SY_OFFLOAD_SECTION, &found, &d);
  fuzz_require(!ok || sy_elf_is(bytes), "only an ELF file is accepted");
  fuzz_diag(ok, &d);
  for (size_t i = 0; i < found.n && i < 64; i++)
    fuzz_touch(found.data[i]);
  sy_vec_free(&found);
  return 0;
}
