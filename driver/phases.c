// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -ccc-print-phases: the plan as a graph, in the form that clang gives its own.
//
//         +- 0: input, "a.cpp"
//      +- 1: clang++, {0}, the device compilation of 'a.cpp'
//      |- 2: ...
//   +- 3: clang++, {0, 1}, the host compilation of 'a.cpp'
//
// What a line needs stands above it, further to the right, unless it has had its line before; the numbers
// in braces say it all. The nodes of the graph are the inputs that jobs name in their arguments, then the
// jobs.
#include "driver/phases.h"

#include <string.h>

#include "base/file.h"

#define NO_NUMBER ((size_t)-1)

typedef SY_VEC(size_t) numbers;

typedef struct graph {
  const sy_plan *p;
  size_t *of_item, *of_job; // numbers, NO_NUMBER before they have one
  size_t next;
  sy_str *out;
} graph;

static bool names(const sy_job *job, const char *path) {
  for (size_t i = 1; i < job->argv.n; i++)
    if (job->argv.data[i] && strcmp(job->argv.data[i], path) == 0)
      return true;
  return false;
}

static void add_line(graph *g, const char *indent, const char *branch, size_t number, const char *text) {
  sy_str_addf(g->out, "%s%s%zu: %s\n", indent, branch, number, text);
}

static size_t visit_item(graph *g, size_t i, const char *indent, const char *branch) {
  if (g->of_item[i] == NO_NUMBER) {
    g->of_item[i] = g->next++;
    add_line(g, indent, branch, g->of_item[i],
             sy_arena_printf(g->p->a, "input, \"%s\"", g->p->c->items.data[i].words[0]));
  }
  return g->of_item[i];
}

static size_t visit_job(graph *g, size_t j, const char *indent, const char *branch);

// Indentation of what stands above a line: it goes on with the line's own branch, but for the topmost.
static const char *deeper(const graph *g, const char *indent, const char *branch) {
  const char *step = !*branch ? "" : branch[0] == '|' ? "|  " : "   ";
  return sy_arena_printf(g->p->a, "%s%s", indent, step);
}

static void visit_needs(graph *g, size_t j, const char *indent, numbers *needs) {
  const sy_job *job = &g->p->jobs.data[j];
  size_t first = g->next;
  for (size_t i = 0; i < g->p->c->items.n; i++) {
    const sy_command_item *item = &g->p->c->items.data[i];
    if (!item->is_input || !names(job, item->words[0]))
      continue;
    sy_vec_push(needs, visit_item(g, i, indent, g->next > first ? "|- " : "+- "));
  }
  for (size_t i = 0; i < job->after.n; i++)
    sy_vec_push(needs, visit_job(g, job->after.data[i], indent, g->next > first ? "|- " : "+- "));
}

static size_t visit_job(graph *g, size_t j, const char *indent, const char *branch) {
  const sy_job *job = &g->p->jobs.data[j];
  numbers needs = {0};
  sy_str text = SY_STR_INIT;
  if (g->of_job[j] != NO_NUMBER)
    return g->of_job[j];
  visit_needs(g, j, deeper(g, indent, branch), &needs);
  g->of_job[j] = g->next++;
  sy_str_addf(&text, "%s, {", sy_path_base(job->argv.data[0]));
  for (size_t i = 0; i < needs.n; i++)
    sy_str_addf(&text, "%s%zu", i ? ", " : "", needs.data[i]);
  sy_str_addf(&text, "}, %s", job->what);
  add_line(g, indent, branch, g->of_job[j], sy_str_c(&text));
  sy_str_free(&text);
  sy_vec_free(&needs);
  return g->of_job[j];
}

static bool is_needed(const sy_plan *p, size_t job) {
  for (size_t j = job + 1; j < p->jobs.n; j++)
    for (size_t i = 0; i < p->jobs.data[j].after.n; i++)
      if (p->jobs.data[j].after.data[i] == job)
        return true;
  return false;
}

static size_t *unnumbered(const sy_plan *p, size_t n) {
  size_t *all = sy_arena_alloc(p->a, (n + 1) * sizeof *all);
  for (size_t i = 0; i < n; i++)
    all[i] = NO_NUMBER;
  return all;
}

void sy_phases_print(const sy_plan *p, sy_str *out) {
  graph g = {.p = p, .out = out, .of_item = unnumbered(p, p->c->items.n), .of_job = unnumbered(p, p->jobs.n)};
  for (size_t j = 0; j < p->jobs.n; j++)
    if (!is_needed(p, j))
      visit_job(&g, j, "", "");
}
