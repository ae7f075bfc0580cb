// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of plain C++ at barriers: all have done what comes before one when the first goes on; sub-groups
// meet by themselves, also when others have ended; groups of one and of 4,096; 1,000 barriers; a barrier that
// some never reach ends the program with a message.
#include "tests/runtime/rt_test.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 4096, PART = SYCC_PLAIN_SUB_GROUP_SIZE };

typedef struct work {
  size_t items, rounds, wrong;
  unsigned count[MOST]; // barriers that an item has passed
} work;

// Nobody is more than one barrier ahead; all have come before anybody goes on.
static void many_barriers(void *data) {
  work *w = data;
  for (size_t i; sycc_items_next(&i);)
    for (size_t round = 0; round < w->rounds; round++) {
      w->count[i]++;
      sycc_item_barrier(SYCC_ITEMS_GROUP);
      for (size_t k = 0; k < w->items; k += 1 + w->items / 7)
        w->wrong += w->count[k] < round + 1 || w->count[k] > round + 2;
    }
}

// The first sub-group returns at once; of the others, every second one has a barrier more.
static void sub_groups(void *data) {
  work *w = data;
  for (size_t i; sycc_items_next(&i);) {
    size_t part = i / PART, end = (part + 1) * PART < w->items ? (part + 1) * PART : w->items;
    if (part == 0)
      continue;
    if (part % 2) {
      w->count[i]++;
      sycc_item_barrier(SYCC_ITEMS_SUB_GROUP);
      for (size_t k = part * PART; k < end; k++)
        w->wrong += w->count[k] != 1;
      sycc_item_barrier(SYCC_ITEMS_SUB_GROUP);
    }
    w->count[i] = 10;
    sycc_item_barrier(SYCC_ITEMS_GROUP);
    for (size_t k = PART; k < w->items; k++)
      w->wrong += w->count[k] != 10;
  }
}

// Slots of the group are one piece of memory, those of sub-groups each another; local memory is the group's.
static void memory(void *data) {
  work *w = data;
  for (size_t i; sycc_items_next(&i);) {
    size_t *all = sycc_item_slots(SYCC_ITEMS_GROUP), *part = sycc_item_slots(SYCC_ITEMS_SUB_GROUP);
    size_t *local = sycc_item_local(256);
    if (i % PART == 0)
      *part = i / PART;
    if (i == 0)
      *all = 77, local[0] = 88;
    local[1 + i] = i;
    sycc_item_barrier(SYCC_ITEMS_GROUP);
    w->wrong += *all != 77 || *part != i / PART || local[0] != 88 ||
                local[1 + (i + 1) % w->items] != (i + 1) % w->items;
  }
}

static void run(void (*loop)(void *), size_t items, size_t rounds) {
  static work w;
  memset(&w, 0, sizeof w);
  w.items = items, w.rounds = rounds;
  sycc_items_run(items, loop, &w);
  CHECK(w.wrong == 0);
}

static void some_never_come(void *data) {
  for (size_t i; sycc_items_next(&i);)
    sycc_item_barrier(i % 2 ? SYCC_ITEMS_GROUP : SYCC_ITEMS_SUB_GROUP);
}

// What is printed when fn ends the program; empty when it does not.
static const char *last_words(void (*fn)(void)) {
  static char text[4096];
  size_t n = 0;
  int ends[2];
  fflush(stdout);
  if (pipe(ends))
    return "";
  pid_t pid = fork();
  if (!pid) {
    dup2(ends[1], 2);
    fn();
    _exit(0);
  }
  close(ends[1]);
  for (ssize_t more; n < sizeof text - 1 && (more = read(ends[0], text + n, sizeof text - 1 - n)) > 0;)
    n += (size_t)more;
  text[n] = 0;
  close(ends[0]);
  int status;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? text : "";
}
static void mixed(void) {
  sycc_items_run(4, some_never_come, NULL);
}
static void outside(void) {
  sycc_item_barrier(SYCC_ITEMS_GROUP);
}

static void test_groups(void) {
  static const size_t sizes[] = {1, 2, 7, 8, 9, 16, 61, 1021, MOST};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    run(many_barriers, sizes[i], 3);
    run(sub_groups, sizes[i], 1);
    run(memory, sizes[i], 1);
  }
  run(many_barriers, 13, 1000);
}

static void test_errors(void) {
  CHECK_HAS(last_words(mixed), "a barrier is not reached by all work-items");
  CHECK_HAS(last_words(outside), "outside of a kernel");
}

int main(void) {
  RUN(test_groups);
  RUN(test_errors);
  return check_summary();
}
