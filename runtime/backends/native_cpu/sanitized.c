// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with a sanitizer say which work-item runs. The sanitizers' reports do not name it; so a line before
// or after the report does. The run-time libraries of sanitizers are in the program, if they are anywhere:
// their functions are weak here.
//
// Work-items of a group come to a barrier one after the other, as many as the group has. If one of them comes
// to another barrier than the one before it, or to the end, not all of them reach the barrier.
#include "runtime/backends/native_cpu/sanitized.h"

#include "runtime/backends/native_cpu/crash.h"
#include "sycc/rt.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RED_ZONE = 64 };

__attribute__((weak)) void __asan_poison_memory_region(const volatile void *begin, size_t bytes);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *begin, size_t bytes);
__attribute__((weak)) void __asan_set_error_report_callback(void (*callback)(const char *));

size_t sy_red_zone(void) {
  return __asan_poison_memory_region ? RED_ZONE : 0;
}

void sy_red_zone_close(const void *begin, size_t bytes) {
  if (__asan_poison_memory_region)
    __asan_poison_memory_region(begin, bytes);
}

void sy_red_zone_open(const void *begin, size_t bytes) {
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(begin, bytes);
}

typedef struct sanitized_item {
  size_t x, y, z;
} sanitized_item;

#define ITEM_FMT "[%zu,%zu,%zu]"
#define ITEM(i) (i).x, (i).y, (i).z

static _Thread_local sanitized_item now;

// What the work-items of the group on this thread have come to since they all were at a barrier.
static _Thread_local struct {
  size_t count; // of those that came
  size_t barrier;
  const char *place;
  sanitized_item last;
} arrived;

static void name_item(void) {
  if (sy_crash_kernel)
    fprintf(stderr, "sycc: note: in kernel '%s', work-item with the global id " ITEM_FMT "\n",
            sy_crash_kernel, ITEM(now));
}

static void after_report(const char *report) {
  (void)report;
  name_item();
}

static void watch_reports(void) {
  if (__asan_set_error_report_callback)
    __asan_set_error_report_callback(after_report);
}

void sycc_kernel_item(size_t x, size_t y, size_t z) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_reports);
  now = (sanitized_item){x, y, z};
}

// A check that has been reported is not reported again. The sanitizer notes that in the column of its place,
// the second number behind the pointer to the file's name.
static bool is_reported(const void *check) {
  enum { COLUMN = sizeof(void *) + sizeof(uint32_t) };
  uint32_t column;
  memcpy(&column, (const char *)check + COLUMN, sizeof column);
  return column == UINT32_MAX;
}

void sycc_kernel_undefined(const void *check) {
  if (!check || !is_reported(check))
    name_item();
}

static void tell_arrival(sanitized_item item, size_t barrier, const char *place) {
  fprintf(stderr, "sycc: note: work-item " ITEM_FMT " %s%s\n", ITEM(item),
          !barrier ? "ends"
          : place  ? "waits at "
                   : "waits at a barrier",
          barrier && place ? place : "");
}

static __attribute__((noreturn)) void diverge(size_t barrier, const char *place) {
  fflush(stdout);
  fprintf(stderr, "sycc: fatal: kernel '%s': a barrier is not reached by all work-items of its group\n",
          sy_crash_kernel);
  tell_arrival(arrived.last, arrived.barrier, arrived.place);
  tell_arrival(now, barrier, place);
  abort();
}

void sycc_kernel_barrier(size_t number, const char *place) {
  if (arrived.count && arrived.barrier != number)
    diverge(number, place);
  arrived.barrier = number;
  arrived.place = place;
  arrived.last = now;
  if (++arrived.count == sy_cpu_running_items())
    arrived.count = 0;
}
