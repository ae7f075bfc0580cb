// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Archives: every member lies inside the file, in order, and has a name.
#include "formats/ar.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_view bytes = {(const char *)data, n};
  sy_arena a = {0};
  sy_ar_members members = {0};
  sy_diag d = {0};
  bool ok = sy_ar_read(bytes, "folder/input.a", &a, &members, &d);
  fuzz_require(!ok || sy_ar_is(bytes), "only an archive is accepted");
  fuzz_diag(ok, &d);
  size_t last = 0;
  for (size_t i = 0; i < members.n; i++) {
    const sy_ar_member *m = &members.data[i];
    fuzz_require(m->name && m->offset > last && m->offset < n, "a member has its name and place");
    fuzz_require(!m->path || m->bytes.n == 0, "a thin member has no bytes");
    fuzz_touch(m->bytes);
    last = m->offset;
  }
  sy_vec_free(&members);
  sy_arena_free(&a);
  return 0;
}
