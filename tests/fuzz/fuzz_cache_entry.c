// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries of the program cache: of whatever file stands under an entry's name, what is loaded are the
// contents that it has, whole. (They may be others than those stored: a checksum is no signature, and
// libFuzzer, which looks on while checksums are compared, makes entries with right ones.)
#include "runtime/program_cache.h"
#include "tests/fuzz/fuzz.h"

#include <fcntl.h>
#include <unistd.h>

static const char contents[] = "what a driver made of an image";
static char folder[] = "/tmp/fuzz-cache-XXXXXX";
static char path[256];

static void remove_folder(void) {
  unlink(path);
  rmdir(folder);
}

static void make_key(sy_cache_key *k) {
  sy_cache_key_begin(k, "fuzz 1");
  sy_cache_key_end(k);
}

static void make_folder(void) {
  sy_cache_key k;
  fuzz_require(mkdtemp(folder), "a folder for the cache");
  atexit(remove_folder);
  setenv("SYCC_CACHE_DIR", folder, 1);
  setenv("SYCC_CACHE", "on", 1);
  make_key(&k);
  snprintf(path, sizeof path, "%s/%s", folder, k.name);
}

// The input replaces the bytes of a good entry from its first byte on; its first byte says where, in quarters
// of the entry.
static void damage(const uint8_t *data, size_t n) {
  static char good[1024];
  static size_t size;
  int fd = open(path, O_RDWR);
  fuzz_require(fd >= 0, "an entry");
  if (!size)
    size = (size_t)read(fd, good, sizeof good);
  size_t at = n ? data[0] % 4 * size / 4 : 0;
  fuzz_require(pwrite(fd, good, size, 0) == (ssize_t)size && !ftruncate(fd, (off_t)size),
               "the entry as it was");
  if (n > 1)
    fuzz_require(pwrite(fd, data + 1, n - 1, (off_t)at) == (ssize_t)(n - 1), "the damage");
  if (n && data[0] & 4)
    fuzz_require(!ftruncate(fd, (off_t)(at + n - 1)), "a shorter entry");
  close(fd);
}

static void check_loaded(const char *loaded, size_t size) {
  enum { HEADER = 56 };
  static char file[1 << 16];
  int fd = open(path, O_RDONLY);
  ssize_t n = read(fd, file, sizeof file);
  close(fd);
  fuzz_require(n == (ssize_t)(HEADER + size) && !memcmp(loaded, file + HEADER, size),
               "what the file holds is loaded");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_cache_key k;
  void *loaded;
  size_t size;
  if (!*path)
    make_folder();
  make_key(&k);
  if (access(path, F_OK))
    sy_cache_store(&k, contents, sizeof contents);
  damage(data, n);
  if (sy_cache_load(&k, &loaded, &size)) {
    check_loaded(loaded, size);
    free(loaded);
  }
  return 0;
}
