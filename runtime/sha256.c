// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algorithm as the standard writes it: blocks of 64 bytes, 64 rounds each, and at the end a one bit,
// zeros and the length in bits.
#include "runtime/sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, LENGTH_AT = 56 };

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, unsigned n) {
  return x >> n | x << (32 - n);
}

static void expand(const unsigned char *block, uint32_t w[ROUNDS]) {
  for (unsigned i = 0; i < 16; i++, block += 4)
    w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
  for (unsigned i = 16; i < ROUNDS; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
  }
}

static void mix(uint32_t state[8], const unsigned char *block) {
  uint32_t w[ROUNDS], v[8];
  expand(block, w);
  memcpy(v, state, sizeof v);
  for (unsigned i = 0; i < ROUNDS; i++) {
    uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]),
             majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    uint32_t first = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + choice + constants[i] + w[i];
    uint32_t second = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + majority;
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += first;
    v[0] = first + second;
  }
  for (unsigned i = 0; i < 8; i++)
    state[i] += v[i];
}

void sy_sha256_begin(sy_sha256 *h) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memset(h, 0, sizeof *h);
  memcpy(h->state, start, sizeof start);
}

void sy_sha256_add(sy_sha256 *h, const void *data, size_t size) {
  const unsigned char *p = data;
  while (size) {
    size_t used = h->length % BLOCK, n = size < BLOCK - used ? size : BLOCK - used;
    memcpy(h->block + used, p, n);
    h->length += n;
    p += n;
    size -= n;
    if (used + n == BLOCK)
      mix(h->state, h->block);
  }
}

void sy_sha256_end(sy_sha256 *h, unsigned char out[SY_SHA256_BYTES]) {
  unsigned char tail[8];
  uint64_t bits = h->length * 8;
  for (unsigned i = 0; i < 8; i++)
    tail[i] = (unsigned char)(bits >> (56 - 8 * i));
  sy_sha256_add(h, "\x80", 1);
  while (h->length % BLOCK != LENGTH_AT)
    sy_sha256_add(h, "", 1);
  sy_sha256_add(h, tail, sizeof tail);
  for (unsigned i = 0; i < SY_SHA256_BYTES; i++)
    out[i] = (unsigned char)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}
