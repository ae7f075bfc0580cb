// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device images in linked ELF files: everything that is found lies inside the file.
#include "formats/image_file.h"
#include "tests/fuzz/fuzz.h"

static void touch_image(const sy_file_image *i) {
  fuzz_touch(i->code);
  fuzz_touch(sy_view_c(i->target));
  for (size_t k = 0; k < i->kernels.n; k++)
    fuzz_touch(sy_view_c(i->kernels.data[k]));
  for (size_t s = 0; s < i->props.sets.n; s++)
    for (size_t p = 0; p < i->props.sets.data[s]->props.n; p++)
      fuzz_touch(i->props.sets.data[s]->props.data[p].bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_file_images found = {0};
  sy_diag d = {0};
  bool ok = sy_image_file_read((sy_view){(const char *)data, n}, "input", &found, &d);
  fuzz_diag(ok, &d);
  for (size_t i = 0; i < found.n && i < 64; i++)
    touch_image(&found.data[i]);
  sy_file_images_free(&found);
  return 0;
}
