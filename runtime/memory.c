// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aligned memory of the host, for USM and buffers.
#include "runtime/memory.h"

#include "runtime/error.h"
#include "runtime/guarded.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  HUGE_BYTES = 4 << 20, // from here on, large pages are asked for
  SMALL_BYTES = 4096,   // up to here, a new buffer is cleared
};

size_t sy_memory_total(void) {
  static atomic_size_t known; // asking is a system call
  size_t total = atomic_load_explicit(&known, memory_order_relaxed);
  if (total)
    return total;
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0 || __builtin_mul_overflow((size_t)pages, (size_t)page, &total))
    total = SIZE_MAX;
  atomic_store_explicit(&known, total, memory_order_relaxed);
  return total;
}

size_t sy_memory_available(void) {
  FILE *f = fopen("/proc/meminfo", "re");
  char line[128];
  unsigned long long kib = 0;
  while (f && !kib && fgets(line, sizeof line, f))
    (void)sscanf(line, "MemAvailable: %llu kB", &kib);
  if (f)
    fclose(f);
  return (size_t)kib * 1024;
}

// Kernels that stream through memory are some 8 % faster when fewer pages are looked up. A wish: a kernel
// without large pages takes small ones.
static void ask_for_large_pages(void *memory, size_t bytes) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = ((uintptr_t)memory + page - 1) & -page;
  uintptr_t end = ((uintptr_t)memory + bytes) & -page;
  if (begin < end)
    (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}

static void *take(size_t bytes, size_t align) {
  void *memory;
  align = !align ? SY_MEMORY_ALIGN : align < sizeof(void *) ? sizeof(void *) : align;
  if (posix_memalign(&memory, align, bytes ? bytes : 1))
    return NULL;
  if (bytes >= HUGE_BYTES)
    ask_for_large_pages(memory, bytes);
  return memory;
}

void sy_memory_begin(void *memory, size_t bytes) {
  if (bytes <= SMALL_BYTES)
    memset(memory, 0, bytes);
}

void sy_memory_free(void *memory) {
  sy_guarded_wanted() ? sy_guarded_free(memory) : free(memory);
}

sycc_status sy_memory_alloc(size_t bytes, size_t align, const char *what, void **out) {
  *out = NULL;
  size_t total = sy_memory_total();
  if (bytes > total)
    return sy_error_set(SYCC_memory_allocation,
                        "%s of %zu bytes is larger than the memory of this machine, %zu bytes", what, bytes,
                        total);
  *out = sy_guarded_wanted() ? sy_guarded_alloc(bytes, align, what) : take(bytes, align);
  if (!*out)
    return sy_error_set(SYCC_memory_allocation, "out of memory: cannot allocate %s of %zu bytes", what,
                        bytes);
  return SYCC_success;
}
