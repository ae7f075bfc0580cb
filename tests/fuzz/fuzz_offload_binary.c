// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offload binaries: what was accepted is written, read back, and compared piece by piece (offsets and padding
// may differ).
#include "formats/offload_binary.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/offload_write.h"

// Hostile files share strings and images, so that writing them out could take a lot more room than the input.
static size_t weight(const sy_offload_images *v) {
  size_t n = 0;
  for (size_t i = 0; i < v->n; i++) {
    n += v->data[i].bytes.n;
    for (size_t s = 0; s < v->data[i].n_strings; s++)
      n += strlen(v->data[i].strings[s].key) + strlen(v->data[i].strings[s].value);
  }
  return n;
}

static bool same(const sy_offload_image *a, const sy_offload_image *b) {
  if (a->content != b->content || a->kind != b->kind || a->flags != b->flags || a->n_strings != b->n_strings)
    return false;
  for (size_t i = 0; i < a->n_strings; i++)
    if (strcmp(a->strings[i].key, b->strings[i].key) != 0 ||
        strcmp(a->strings[i].value, b->strings[i].value) != 0)
      return false;
  return a->bytes.n == b->bytes.n && (a->bytes.n == 0 || memcmp(a->bytes.s, b->bytes.s, a->bytes.n) == 0);
}

static void round_trip(const sy_offload_images *images, sy_arena *a) {
  sy_str bytes = SY_STR_INIT;
  sy_offload_images again = {0};
  for (size_t i = 0; i < images->n; i++)
    write_offload_binary(&images->data[i], &bytes);
  fuzz_require(sy_offload_read(sy_view_of(&bytes), "again", a, &again, NULL), "what was written can be read");
  fuzz_require(again.n == images->n, "as many images");
  for (size_t i = 0; i < images->n; i++)
    fuzz_require(same(&images->data[i], &again.data[i]), "the same images");
  sy_vec_free(&again);
  sy_str_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_arena a = {0};
  sy_offload_images images = {0};
  sy_diag d = {0};
  bool ok = sy_offload_read((sy_view){(const char *)data, n}, "input", &a, &images, &d);
  fuzz_diag(ok, &d);
  for (size_t i = 0; i < images.n; i++)
    fuzz_touch(images.data[i].bytes);
  if (weight(&images) < 1 << 20)
    round_trip(&images, &a);
  sy_vec_free(&images);
  sy_arena_free(&a);
  return 0;
}
