// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects of a trace in the format that Perfetto and chrome://tracing read.
//
// What a thread did stands on a track of that thread. Commands stand on tracks of their queue, as many as it
// takes that no two overlap: a track is given the next command that begins when its last one has ended.
// Commands come in the order of their ends, so one that began early and took long may open a track that was
// not strictly necessary.
//
//     {"ph":"X","pid":7,"tid":1000064,"ts":12.500,"dur":3.000,"cat":"kernel","name":"Square","args":{...}}
//
// Times are microseconds since the trace began. An arrow is a pair of objects ("s", "f") with one number, in
// the slices at its ends.
#include "runtime/trace_record.h"

#include "runtime/devices.h"
#include "runtime/trace_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Tracks of queues have numbers behind those of threads, which the kernel keeps below 2^22.
enum { FIRST_TRACK = 1 << 23, TRACKS_OF_QUEUE = 256, MOST_TEXT = 16384 };

typedef struct queue_tracks {
  uint64_t ends[TRACKS_OF_QUEUE]; // of the last command on each
  unsigned n;
} queue_tracks;

static queue_tracks **queues; // by number
static unsigned queue_room;
static uint64_t origin, arrows;

// ---- text -------------------------------------------------------------------------------------------

// The writer of JSON in base/ takes memory as it goes, which must not fail here: the runtime has nothing of
// base/. An object under construction. What does not fit is left out, a whole member at a time.
static char text[MOST_TEXT];
static size_t length;

__attribute__((format(printf, 1, 2))) static void put(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(text + length, sizeof text - length, fmt, args);
  va_end(args);
  length += n > 0 && (size_t)n < sizeof text - length ? (size_t)n : 0;
}

// At most about 1,000 characters of it, as a string of JSON. What is not ASCII goes as it is: names of
// kernels and devices are UTF-8.
static void put_string(const char *s) {
  put("\"");
  for (size_t i = 0; s[i] && i < 1000; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\' || c < ' ')
      put("\\u%04x", c);
    else if (length + 1 < sizeof text)
      text[length++] = (char)c;
  }
  put("\"");
}

static void put_time(const char *name, uint64_t ns) {
  put(",\"%s\":%" PRIu64 ".%03u", name, ns / 1000, (unsigned)(ns % 1000));
}

static uint64_t since_origin(uint64_t t) {
  return t > origin ? t - origin : 0;
}

static void begin_object(const char *phase, uint64_t track) {
  length = 0;
  put("{\"ph\":\"%s\",\"pid\":%d,\"tid\":%" PRIu64, phase, (int)getpid(), track);
}

static void end_object(void) {
  put("}");
  sy_trace_file_add(text, length);
}

static void name_track(const char *what, uint64_t track, const char *name) {
  begin_object("M", track);
  put(",\"name\":\"%s\",\"args\":{\"name\":", what);
  put_string(name);
  put("}");
  end_object();
}

// ---- tracks -----------------------------------------------------------------------------------------

static uint64_t thread_track(void) {
  static _Thread_local uint64_t own;
  if (own)
    return own;
  char name[32] = "thread";
  own = (uint64_t)gettid();
  pthread_getname_np(pthread_self(), name, sizeof name);
  name_track("thread_name", own, gettid() == getpid() ? "main thread" : name);
  return own;
}

static queue_tracks *tracks_of(unsigned queue) {
  if (queue >= queue_room) {
    unsigned room = queue_room ? 2 * queue_room : 16;
    while (room <= queue)
      room *= 2;
    queue_tracks **more = realloc(queues, room * sizeof *more);
    if (!more)
      return NULL;
    memset(more + queue_room, 0, (room - queue_room) * sizeof *more);
    queues = more;
    queue_room = room;
  }
  if (!queues[queue])
    queues[queue] = calloc(1, sizeof *queues[queue]);
  return queues[queue];
}

static void name_queue_track(const sy_trace_note *n, uint64_t track, unsigned number) {
  char name[300];
  if (n->queue)
    snprintf(name, sizeof name, "queue %u%s: %.200s%s", n->queue, n->in_order ? ", in order" : "",
             sy_trace_device_name(n->device), number ? " (more)" : "");
  else
    snprintf(name, sizeof name, "host accessors%s", number ? " (more)" : "");
  name_track("thread_name", track, name);
}

// A track of the command's queue on which nothing is between these times. 0: no memory, or too many.
static uint64_t take_track(const sy_trace_note *n, uint64_t begin, uint64_t end) {
  queue_tracks *q = tracks_of(n->queue);
  unsigned i = 0;
  while (q && i < q->n && q->ends[i] > begin)
    i++;
  if (!q || i == TRACKS_OF_QUEUE)
    return 0;
  uint64_t track = FIRST_TRACK + (uint64_t)n->queue * TRACKS_OF_QUEUE + i;
  if (i == q->n) {
    q->n++;
    name_queue_track(n, track, i);
  }
  q->ends[i] = end;
  return track;
}

// ---- objects ----------------------------------------------------------------------------------------

static const char *separator; // of members

static void put_member(const char *name, const char *value) {
  if (!value || !*value)
    return;
  put("%s\"%s\":", separator, name);
  put_string(value);
  separator = ",";
}

static void put_number(const char *name, uint64_t value) {
  put("%s\"%s\":%" PRIu64, separator, name, value);
  separator = ",";
}

static void put_sizes(const char *name, const size_t *sizes, int dims) {
  put("%s\"%s\":[%zu", separator, name, sizes[0]);
  for (int i = 1; i < dims; i++)
    put(",%zu", sizes[i]);
  put("]");
  separator = ",";
}

static void put_command(const sy_trace_note *n, const sy_trace_record *r) {
  if (n->queue)
    put_number("queue", n->queue);
  if (n->range.dims) {
    put_sizes("range", n->range.global, n->range.dims);
    if (n->range.has_local)
      put_sizes("work_group", n->range.local, n->range.dims);
  }
  put_member("image", n->image);
  put_number("commands_waited_for", n->wait_count);
  put_time("submitted", since_origin(n->submitted));
  put_time("from_submission_to_start", r->begin > n->submitted ? r->begin - n->submitted : 0);
}

static void put_slice(const sy_trace_record *r, uint64_t track) {
  begin_object("X", track);
  put_time("ts", since_origin(r->begin));
  put_time("dur", since_origin(r->end) - since_origin(r->begin));
  put(",\"cat\":\"%s\",\"name\":", r->kind);
  put_string(r->name);
  put(",\"args\":{");
  separator = "";
  put_member("device", r->device ? sy_trace_device_name(r->device) : NULL);
  if (r->note)
    put_command(r->note, r);
  if (r->bytes)
    put_number("bytes", r->bytes);
  put_member("from", r->from);
  put_member("to", r->to);
  put_member("how", r->how);
  put_member("failed", r->failed);
  put("}");
  end_object();
}

static void put_arrow_end(const char *phase, uint64_t track, uint64_t ns) {
  begin_object(phase, track);
  put_time("ts", since_origin(ns));
  put(",\"id\":%" PRIu64 ",\"cat\":\"waits\",\"name\":\"waits\"%s", arrows,
      *phase == 'f' ? ",\"bp\":\"e\"" : "");
  end_object();
}

static void put_arrows(const sy_trace_note *to) {
  for (unsigned i = 0; i < to->wait_count; i++) {
    const sy_trace_note *from = to->waits[i];
    if (!from->track)
      continue;
    arrows++;
    put_arrow_end("s", from->track, from->end > from->begin ? from->end - 1 : from->begin);
    put_arrow_end("f", to->track, to->begin);
  }
}

// ---- from outside -----------------------------------------------------------------------------------

bool sy_trace_events_open(const char *path) {
  origin = sy_graph_now();
  if (!sy_trace_file_open(path))
    return false;
  name_track("process_name", (uint64_t)getpid(), "SYCL");
  return true;
}

void sy_trace_events_add(const sy_trace_record *r) {
  sy_trace_note *n = r->note;
  if (!n) {
    put_slice(r, thread_track());
    return;
  }
  n->begin = r->begin;
  n->end = r->end;
  n->track = take_track(n, r->begin, r->end);
  if (!n->track)
    return;
  put_slice(r, n->track);
  put_arrows(n);
}

void sy_trace_events_memory(const sycc_device *d, uint64_t bytes) {
  begin_object("C", (uint64_t)getpid());
  put_time("ts", since_origin(sy_graph_now()));
  put(",\"name\":");
  char name[300];
  snprintf(name, sizeof name, "memory: %.200s", sy_trace_device_name(d));
  put_string(name);
  put(",\"args\":{\"bytes\":%" PRIu64 "}", bytes);
  end_object();
}

void sy_trace_events_close(void) {
  sy_trace_file_close();
}
