// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fuzz targets share. A target defines LLVMFuzzerTestOneInput; libFuzzer or replay.c is its main().
#ifndef SY_TESTS_FUZZ_FUZZ_H
#define SY_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

// A property every input has to have; a failure ends the process, which is how libFuzzer learns of it.
static inline void fuzz_require(bool ok, const char *what) {
  if (!ok) {
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
  }
}

static inline bool fuzz_same(const sy_str *a, const sy_str *b) {
  return a->n == b->n && (a->n == 0 || memcmp(a->s, b->s, a->n) == 0);
}

// A reader that refuses has said why, in text that is one; one that accepts has said nothing.
static inline void fuzz_diag(bool ok, sy_diag *d) {
  fuzz_require(ok ? d->errors == 0 : d->errors > 0 && d->text.n > 0, "the diagnostics do not fit the result");
  fuzz_require(strlen(sy_str_c(&d->text)) == d->text.n, "NUL in a diagnostic");
  sy_diag_free(d);
}

// Reads every byte, so that ASan sees a slice that is out of bounds.
static inline void fuzz_touch(sy_view v) {
  volatile unsigned sum = 0;
  for (size_t i = 0; i < v.n; i++)
    sum += (unsigned char)v.s[i];
}

#endif
