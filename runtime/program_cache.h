// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What back ends made of images, kept on disk for the next run. docs/program-cache.md has the rules.
//
// The cache never fails: what it can't read was not there, what it can't write is not kept.
#ifndef SY_RUNTIME_PROGRAM_CACHE_H
#define SY_RUNTIME_PROGRAM_CACHE_H

#include "runtime/sha256.h"
#include "sycc/rt.h"

#include <stdbool.h>

// Everything that the result depends on goes into the key: what was compiled, for which device, by which
// driver, with which options. The version of sycc is in every key.
typedef struct sy_cache_key {
  sy_sha256 hash;
  char name[2 * SY_SHA256_BYTES + 1]; // of the file
} sy_cache_key;
// kind: what is kept, and a number that changes with how it is made: "opencl binary 1".
void sy_cache_key_begin(sy_cache_key *k, const char *kind);
void sy_cache_key_bytes(sy_cache_key *k, const void *data, size_t size);
void sy_cache_key_text(sy_cache_key *k, const char *text); // null is ""
void sy_cache_key_end(sy_cache_key *k);

bool sy_cache_is_on(void); // where not, the key need not be made
// False: it is not there. The caller frees *data, behind which is a zero.
bool sy_cache_load(const sy_cache_key *k, void **data, size_t *size);
void sy_cache_store(const sy_cache_key *k, const void *data, size_t size);
// An entry that turned out to be of no use goes; why: for SYCC_CACHE=verbose.
void sy_cache_drop(const sy_cache_key *k, const char *why);

#endif
