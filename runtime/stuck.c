// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that wait for themselves. A host accessor keeps commands off its buffer as long as it lives. A
// thread that has one and waits for such a command waits for ever, unless another thread ends the accessor:
//
//     sycl::host_accessor mine(buffer);
//     queue.submit(... uses buffer ...).wait();
//
// That can't be known for sure, so it is a warning, for waits that have already taken long.
#include "runtime/error.h"
#include "runtime/graph.h"

#include <stdio.h>

enum { MOST_STEPS = 1000 }; // commands that are looked at

// A host accessor of this thread that c waits for, by way of others or not; null: none is found.
static const sy_command *find_own_accessor(const sy_command *c, int *steps) {
  const sy_command *found = NULL;
  for (size_t i = 0; i < c->edge_count && !found && ++*steps < MOST_STEPS; i++) {
    const sy_command *from = c->edges[i].from;
    if (!from)
      continue;
    bool own = from->action == SY_ACTION_HOST_ACCESS && pthread_equal(from->host_thread, pthread_self());
    found = own ? from : find_own_accessor(from, steps);
  }
  return found;
}

bool sy_stuck_explain(const sy_command *c, char text[SY_STUCK_TEXT]) {
  int steps = 0;
  if (!find_own_accessor(c, &steps))
    return false;
  char what[300] = "a command";
  if (c->action == SY_ACTION_HOST_ACCESS)
    snprintf(what, sizeof what, "a new host_accessor");
  else if (c->name)
    snprintf(what, sizeof what, "kernel '" SY_NAME_FMT "'", c->name);
  snprintf(text, SY_STUCK_TEXT,
           "this thread waits for %s, which waits for a host_accessor that this thread has made and that is "
           "still there. If no other thread ends it, the program hangs here: let the accessor's scope end "
           "before waiting",
           what);
  return true;
}

void sy_stuck_warn(const char *text) {
  fprintf(stderr, "sycc: warning: %s\n", text);
}
