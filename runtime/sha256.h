// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256 (FIPS 180-4): names for the contents of the program cache.
#ifndef SY_RUNTIME_SHA256_H
#define SY_RUNTIME_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SY_SHA256_BYTES = 32 };

typedef struct sy_sha256 {
  uint32_t state[8];
  uint64_t length; // in bytes
  unsigned char block[64];
} sy_sha256;

void sy_sha256_begin(sy_sha256 *h);
void sy_sha256_add(sy_sha256 *h, const void *data, size_t size);
void sy_sha256_end(sy_sha256 *h, unsigned char out[SY_SHA256_BYTES]);

#endif
