// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of kernels that were compiled as plain C++, and their barriers.
//
// A group runs as a loop over its work-items on the stack of its thread. A work-item that waits at a barrier
// keeps its stack: the loop goes on with the next one on a further stack, a strand. When all have come, the
// strands take turns, each until its work-item comes to the next barrier or ends; a strand whose work-item
// has ended runs work-items that have not begun, if there are any. So a group without barriers costs a loop,
// and one with barriers as many stacks as it has work-items.
#include "runtime/items.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum {
  STACK_BYTES = 256 * 1024,
  GUARD_BYTES = 64 * 1024, // below a stack: one that is too small ends in a fault, not in its neighbour
  SLOT_BYTES = SYCC_ITEM_SLOT_BYTES + SYCC_ITEM_RESULT_BYTES,
};

// Work-items that wait for each other.
typedef struct team {
  size_t members; // that have not ended
  size_t waiting; // of them, at the barrier
  size_t passed;  // barriers
} team;

typedef struct strand {
  ucontext_t context;
  struct strand *next; // in a ring; or in the list of those that are free
  bool busy;           // has a work-item
  size_t item;
  team *waits_for;                      // null: does not wait
  size_t barrier;                       // of that team: the number of those before it
  struct item_variable **next_variable; // that its work-item will ask for; null: the group's first
  // For the address sanitizer:
  const void *stack;
  size_t stack_bytes;
  void *fake_stack;
} strand;

typedef struct item_group {
  void (*loop)(void *);
  void *data;
  size_t count, next, ended;
  strand first;                    // on the thread's own stack, and the first of the ring
  strand *running, *before;        // before: what ran before it
  team all, *parts;                // parts: the sub-groups; null until one of them has a barrier
  struct item_variable *variables; // in local memory, that work-items have asked for
} item_group;

typedef struct item_variable {
  struct item_variable *next; // the one asked for next
  size_t bytes;
  void *data;
} item_variable;

// Stacks and memory stay with their thread.
static _Thread_local item_group *current;
static _Thread_local strand *free_strands;
static _Thread_local char *local_memory, *slot_memory;
static _Thread_local size_t slot_bytes;

#define NO_MEMORY "no memory for the work-items of a group"

static __attribute__((noreturn)) void fatal(const char *what) {
  fprintf(stderr, "sycc: fatal: %s\n", what);
  abort();
}

static item_group *current_group(void) {
  if (!current)
    fatal("a barrier, a group function, local memory or the current work-item is asked for outside of a "
          "kernel over an nd_range");
  return current;
}

static size_t sub_groups(const item_group *g) {
  return (g->count + SYCC_PLAIN_SUB_GROUP_SIZE - 1) / SYCC_PLAIN_SUB_GROUP_SIZE;
}

static void *map(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    fatal(NO_MEMORY);
  return p;
}

// ---- strands ------------------------------------------------------------------------------------------

static bool can_run(const strand *s) {
  return s->busy && (!s->waits_for || s->waits_for->passed != s->barrier);
}

// The address sanitizer, in programs that have it, must know which stack is in use.
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **fake_stack, const void *stack, size_t bytes);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fake_stack, const void **old,
                                                           size_t *old_bytes);

static void arrive(item_group *g) {
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(g->running->fake_stack, &g->before->stack, &g->before->stack_bytes);
}

static void switch_to(item_group *g, strand *s) {
  strand *from = g->running;
  if (s == from)
    return;
  g->running = s;
  g->before = from;
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(&from->fake_stack, s->stack, s->stack_bytes);
  swapcontext(&from->context, &s->context);
  arrive(current); // a strand may be resumed by another group
}

// The first strand, which runs the group, where there is nothing left to do.
static strand *next_that_can_run(item_group *g) {
  strand *s = g->running;
  do {
    s = s->next;
    if (can_run(s))
      return s;
  } while (s != g->running);
  if (g->ended < g->count)
    fatal("a barrier is not reached by all work-items of its group");
  return &g->first;
}

// The life of a strand: the loop, then others. It is resumed where it ended, to loop again.
static void live(void) {
  arrive(current);
  for (;;) {
    item_group *g = current;
    g->loop(g->data);
    switch_to(g, next_that_can_run(g));
  }
}

// A strand behind the running one, to begin the next work-items with.
static strand *new_strand(item_group *g) {
  strand *s = free_strands;
  if (s) {
    free_strands = s->next;
  } else {
    char *stack = map(GUARD_BYTES + STACK_BYTES);
    mprotect(stack, GUARD_BYTES, PROT_NONE);
    s = calloc(1, sizeof *s);
    if (!s || getcontext(&s->context))
      fatal(NO_MEMORY);
    s->context.uc_stack.ss_sp = stack + GUARD_BYTES;
    s->context.uc_stack.ss_size = s->stack_bytes = STACK_BYTES;
    s->stack = stack + GUARD_BYTES;
    makecontext(&s->context, live, 0);
  }
  s->busy = false;
  s->next = g->running->next;
  return g->running->next = s;
}

// ---- teams --------------------------------------------------------------------------------------------

static team *part_of(const item_group *g, size_t item) {
  return &g->parts[item / SYCC_PLAIN_SUB_GROUP_SIZE];
}

// Of the work-items that have not ended: those that have not begun, and those of strands.
static void make_parts(item_group *g) {
  g->parts = calloc(sub_groups(g), sizeof *g->parts);
  if (!g->parts)
    fatal(NO_MEMORY);
  for (size_t i = g->next; i < g->count; i++)
    part_of(g, i)->members++;
  strand *s = &g->first;
  do {
    if (s->busy)
      part_of(g, s->item)->members++;
    s = s->next;
  } while (s != &g->first);
}

static void pass_if_all_wait(team *t) {
  if (!t->waiting || t->waiting < t->members)
    return;
  t->waiting = 0;
  t->passed++;
}

static void items_leave(team *t) {
  t->members--;
  pass_if_all_wait(t);
}

// ---- variables in local memory ------------------------------------------------------------------------

static item_variable *new_variable(size_t bytes, size_t align) {
  if (align < 16)
    align = 16;
  item_variable *v = malloc(sizeof *v);
  void *data = aligned_alloc(align, bytes ? (bytes + align - 1) / align * align : align);
  if (!v || !data)
    fatal(NO_MEMORY);
  *v = (item_variable){.bytes = bytes, .data = data};
  return v;
}

static void free_variables(item_variable *v) {
  while (v) {
    item_variable *next = v->next;
    free(v->data);
    free(v);
    v = next;
  }
}

// ---- spaces of memory ---------------------------------------------------------------------------------

static bool lies_in(const char *p, const char *from, size_t bytes) {
  return from && p >= from && p < from + bytes;
}

bool sy_items_local(const void *p) {
  if (lies_in(p, local_memory, SYCC_ITEM_LOCAL_BYTES) || lies_in(p, slot_memory, slot_bytes))
    return true;
  for (const item_variable *v = current ? current->variables : NULL; v; v = v->next)
    if (lies_in(p, v->data, v->bytes))
      return true;
  return false;
}

bool sy_items_private(const void *p) {
  const strand *s = current ? current->running : NULL;
  return s && s->stack && lies_in(p, s->stack, s->stack_bytes);
}

// ---- interface ----------------------------------------------------------------------------------------

int sycc_items_next(size_t *index) {
  item_group *g = current;
  strand *s = g->running;
  if (s->busy) {
    s->busy = false;
    g->ended++;
    items_leave(&g->all);
    if (g->parts)
      items_leave(part_of(g, s->item));
  }
  if (g->next == g->count)
    return 0;
  *index = s->item = g->next++;
  s->busy = true;
  s->waits_for = NULL;
  s->next_variable = NULL;
  return 1;
}

void sycc_items_run(size_t count, void (*loop)(void *), void *data) {
  item_group g = {.loop = loop, .data = data, .count = count, .all.members = count};
  item_group *outer = current;
  g.running = g.first.next = &g.first;
  current = &g;
  loop(data);
  while (g.ended < count)
    switch_to(&g, next_that_can_run(&g));
  current = outer;
  free(g.parts);
  free_variables(g.variables);
  while (g.first.next != &g.first) {
    strand *s = g.first.next;
    g.first.next = s->next;
    s->next = free_strands;
    free_strands = s;
  }
}

void *sycc_item_current(size_t *index) {
  item_group *g = current_group();
  *index = g->running->item;
  return g->data;
}

void sycc_item_barrier(sycc_item_scope scope) {
  item_group *g = current_group();
  strand *s = g->running;
  if (scope == SYCC_ITEMS_SUB_GROUP && !g->parts)
    make_parts(g);
  team *t = scope == SYCC_ITEMS_SUB_GROUP ? part_of(g, s->item) : &g->all;
  s->waits_for = t;
  s->barrier = t->passed;
  t->waiting++;
  pass_if_all_wait(t);
  while (!can_run(s)) {
    switch_to(g, g->next < g->count ? new_strand(g) : next_that_can_run(g));
  }
  s->waits_for = NULL;
}

// Those of the group, then those of its sub-groups.
void *sycc_item_slots(sycc_item_scope scope) {
  item_group *g = current_group();
  size_t need = (1 + sub_groups(g)) * SLOT_BYTES;
  if (need > slot_bytes) { // the first call for this group: there are no pointers yet
    if (slot_memory)
      munmap(slot_memory, slot_bytes);
    slot_memory = map(slot_bytes = need);
  }
  return slot_memory +
         (scope == SYCC_ITEMS_SUB_GROUP ? 1 + g->running->item / SYCC_PLAIN_SUB_GROUP_SIZE : 0) * SLOT_BYTES;
}

void *sycc_item_local(size_t offset) {
  current_group();
  if (!local_memory)
    local_memory = map(SYCC_ITEM_LOCAL_BYTES);
  return local_memory + offset;
}

void *sycc_item_variable(size_t bytes, size_t align) {
  item_group *g = current_group();
  strand *s = g->running;
  item_variable **at = s->next_variable ? s->next_variable : &g->variables;
  if (!*at)
    *at = new_variable(bytes, align);
  else if ((*at)->bytes != bytes)
    fatal("work-items of a group ask for different local memory: group_local_memory is for all of them");
  s->next_variable = &(*at)->next;
  return (*at)->data;
}
