// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCC_TRACE=summary: a table at the end of the program, instead of a file. What has one kind, name and
// device is one row; rows stand by time, the longest first.
#include "runtime/trace_record.h"

#include "base/count.h"
#include "runtime/devices.h"

#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct summary_row {
  char *kind, *name;
  const sycc_device *device;
  uint64_t count, ns, least, most, bytes, failed;
} summary_row;

static void *rows; // a tree
static size_t row_count;
static summary_row **sorted; // while the table is printed
static size_t sorted_count;

static int compare_rows(const void *a, const void *b) {
  const summary_row *x = a, *y = b;
  int kind = strcmp(x->kind, y->kind), name = kind ? kind : strcmp(x->name, y->name);
  return name ? name : (x->device > y->device) - (x->device < y->device);
}

// Null: no memory.
static summary_row *find_row(const sy_trace_record *r) {
  summary_row key = {.kind = (char *)r->kind, .name = (char *)r->name, .device = r->device};
  summary_row **at = tfind(&key, &rows, compare_rows);
  if (at)
    return *at;
  summary_row *row = calloc(1, sizeof *row);
  if (!row)
    return NULL;
  *row = (summary_row){
      .kind = strdup(r->kind), .name = strdup(r->name), .device = r->device, .least = UINT64_MAX};
  if (row->kind && row->name && tsearch(row, &rows, compare_rows)) {
    row_count++;
    return row;
  }
  free(row->kind);
  free(row->name);
  free(row);
  return NULL;
}

void sy_trace_summary_add(const sy_trace_record *r) {
  summary_row *row = find_row(r);
  if (!row)
    return;
  uint64_t ns = r->end - r->begin;
  row->count++;
  row->ns += ns;
  row->least = ns < row->least ? ns : row->least;
  row->most = ns > row->most ? ns : row->most;
  row->bytes += r->bytes;
  row->failed += r->failed != NULL;
}

static void collect_row(const void *node, VISIT visit, int depth) {
  (void)depth;
  if (visit == postorder || visit == leaf)
    sorted[sorted_count++] = *(summary_row *const *)node;
}

static int by_time(const void *a, const void *b) {
  const summary_row *x = *(summary_row *const *)a, *y = *(summary_row *const *)b;
  return (x->ns < y->ns) - (x->ns > y->ns);
}

static void print_row(const summary_row *r) {
  fprintf(stderr, "%10.3f %8" PRIu64 " %10.2f %10.2f %10.2f", (double)r->ns / 1e6, r->count,
          (double)r->ns / (double)r->count / 1e3, (double)r->least / 1e3, (double)r->most / 1e3);
  if (!strcmp(r->kind, "copy"))
    fprintf(stderr, " %10.3f", (double)r->bytes / (1 << 20));
  fprintf(stderr, "  %s", r->name);
  if (r->device)
    fprintf(stderr, " [%s]", sy_trace_device_name(r->device));
  if (r->failed)
    fprintf(stderr, ", %" PRIu64 " failed", r->failed);
  fputc('\n', stderr);
}

static void print_kind(const char *kind, const char *title) {
  bool any = false;
  for (size_t i = 0; i < sorted_count; i++) {
    if (strcmp(sorted[i]->kind, kind))
      continue;
    if (!any)
      fprintf(stderr, "sycc: %s\n%10s %8s %10s %10s %10s%s\n", title, "total ms", "count", "mean us",
              "least us", "most us", strcmp(kind, "copy") ? "" : "        MiB");
    any = true;
    print_row(sorted[i]);
  }
}

void sy_trace_summary_memory(const sycc_device *d, uint64_t most) {
  fprintf(stderr, "sycc: most memory at a time: %.3f MiB [%s]\n", (double)most / (1 << 20),
          sy_trace_device_name(d));
}

void sy_trace_summary_print(void) {
  static const struct {
    const char *kind, *title;
  } kinds[] = {{"kernel", "kernels, by time"},
               {"copy", "copies and fills"},
               {"host", "host tasks and host accessors"},
               {"build", "device code that was built"},
               {"wait", "what threads waited for"}};
  sorted = calloc(row_count + 1, sizeof *sorted);
  if (!sorted)
    return;
  sorted_count = 0;
  twalk(rows, collect_row);
  qsort(sorted, sorted_count, sizeof *sorted, by_time);
  for (size_t i = 0; i < SY_COUNT(kinds); i++)
    print_kind(kinds[i].kind, kinds[i].title);
  free(sorted);
}
