// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices the user wants to see: parses SYCC_DEVICE_SELECTOR (docs/runtime.md) into a list of terms,
// each with a back end, a type or number, and whether it excludes; and asks that list about a device.
#include "runtime/selector.h"

#include "base/count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct name {
  const char *text;
  int value;
} name;

// DPC++ has back ends that sycc has not: their names are right, and fit no device.
#define BACKEND(folder, number, enumerator, words) [number] = {#folder, number},
static const name backends[] = {{"*", SY_ANY}, SYCC_BACKENDS(BACKEND)};
static const name other_backends[] = {{"level_zero", 1000}, {"hip", 1001}};
#undef BACKEND
static const name types[] = {
    {"*", SY_ANY},
    {"cpu", SYCC_DEVICE_CPU},
    {"gpu", SYCC_DEVICE_GPU},
    {"acc", SYCC_DEVICE_ACCELERATOR},
    {"fpga", SYCC_DEVICE_ACCELERATOR},
};

// A part of the text.
typedef struct span {
  const char *s;
  size_t n;
} span;

static span trim(span p) {
  while (p.n && *p.s == ' ')
    p.s++, p.n--;
  while (p.n && p.s[p.n - 1] == ' ')
    p.n--;
  return p;
}

// Cuts off what stands before the separator.
static span next(const char **at, char separator) {
  size_t n = strcspn(*at, (char[]){separator, 0});
  span part = {*at, n};
  *at += n + ((*at)[n] != 0);
  return trim(part);
}

static bool find_name(const name *names, size_t n, span p, int *value) {
  for (size_t i = 0; i < n; i++)
    if (strlen(names[i].text) == p.n && !strncasecmp(names[i].text, p.s, p.n)) {
      *value = names[i].value;
      return true;
    }
  return false;
}

static bool parse_number(span p, long long *out) {
  *out = 0;
  for (size_t i = 0; i < p.n; i++) {
    if (p.s[i] < '0' || p.s[i] > '9' || i > 8)
      return false;
    *out = *out * 10 + (p.s[i] - '0');
  }
  return p.n;
}

static bool parse_device(span p, sy_selector_term *t, char *problem, size_t room) {
  t->type = t->number = SY_ANY;
  if (find_name(types, SY_COUNT(types), p, &t->type) || parse_number(p, &t->number))
    return true;
  if (memchr(p.s, '.', p.n))
    snprintf(problem, room,
             "'%.*s' means a sub-device, and selectors choose whole devices: programs divide them by "
             "create_sub_devices",
             (int)p.n, p.s);
  else
    snprintf(problem, room, "'%.*s' is no device: write *, cpu, gpu, acc or the number that sycl-ls shows",
             (int)p.n, p.s);
  return false;
}

static bool parse_backend(span p, sy_selector_term *t, char *problem, size_t room) {
  if (find_name(backends, SY_COUNT(backends), p, &t->backend) ||
      find_name(other_backends, SY_COUNT(other_backends), p, &t->backend))
    return true;
  size_t n = (size_t)snprintf(problem, room, "'%.*s' is no back end: write ", (int)p.n, p.s);
  for (size_t i = 0; i < SY_COUNT(backends) && n < room; i++)
    n += (size_t)snprintf(problem + n, room - n, "%s%s", backends[i].text,
                          i + 2 < SY_COUNT(backends)   ? ", "
                          : i + 1 < SY_COUNT(backends) ? " or "
                                                       : "");
  return false;
}

static bool parse_term(span p, sy_selector *out, char *problem, size_t room) {
  sy_selector_term t = {.discard = p.n && *p.s == '!'};
  if (t.discard)
    p = trim((span){p.s + 1, p.n - 1});
  const char *colon = memchr(p.s, ':', p.n);
  if (!colon) {
    snprintf(problem, room, "'%.*s' is not <back end>:<devices>, as in opencl:gpu", (int)p.n, p.s);
    return false;
  }
  span backend = trim((span){p.s, (size_t)(colon - p.s)});
  if (!parse_backend(backend, &t, problem, room))
    return false;
  char devices[256];
  snprintf(devices, sizeof devices, "%.*s", (int)(p.s + p.n - colon - 1), colon + 1);
  const char *at = devices;
  do {
    if (!parse_device(next(&at, ','), &t, problem, room))
      return false;
    if (out->count == SY_SELECTOR_TERMS) {
      snprintf(problem, room, "more than %d devices", SY_SELECTOR_TERMS);
      return false;
    }
    out->terms[out->count++] = t;
  } while (*at);
  return true;
}

bool sy_selector_parse(const char *text, sy_selector *out, char *problem, size_t room) {
  *out = (sy_selector){0};
  for (const char *at = text; *at;)
    if (!parse_term(next(&at, ';'), out, problem, room))
      return false;
  return true;
}

// ---- asking -----------------------------------------------------------------------------------------

static bool fits_term(const sy_selector_term *t, sycc_backend b, sycc_device_type type, size_t number) {
  return (t->backend == SY_ANY || t->backend == (int)b) && (t->type == SY_ANY || t->type == (int)type) &&
         (t->number == SY_ANY || t->number == (long long)number);
}

bool sy_selector_takes(const sy_selector *s, sycc_backend b, sycc_device_type type, size_t number) {
  bool only_discards = true, taken = false;
  for (size_t i = 0; i < s->count; i++) {
    bool fit = fits_term(&s->terms[i], b, type, number);
    if (fit && s->terms[i].discard)
      return false;
    only_discards &= s->terms[i].discard;
    taken |= fit;
  }
  return taken || only_discards;
}

bool sy_selector_names(const sy_selector *s, sycc_backend b, size_t number) {
  for (size_t i = 0; i < s->count; i++)
    if (!s->terms[i].discard && s->terms[i].backend == (int)b && s->terms[i].number == (long long)number)
      return true;
  return false;
}

bool sy_selector_may_take(const sy_selector *s, sycc_backend b) {
  bool only_discards = true, named = false;
  for (size_t i = 0; i < s->count; i++) {
    const sy_selector_term *t = &s->terms[i];
    bool here = t->backend == SY_ANY || t->backend == (int)b;
    if (t->discard && here && t->type == SY_ANY && t->number == SY_ANY)
      return false;
    only_discards &= t->discard;
    named |= here && !t->discard;
  }
  return named || only_discards;
}

bool sy_selector_hides(const sy_selector *s) {
  bool hides = s->count;
  for (size_t i = 0; i < s->count; i++) {
    const sy_selector_term *t = &s->terms[i];
    if (t->discard)
      return true;
    hides &= t->backend != SY_ANY || t->type != SY_ANY || t->number != SY_ANY;
  }
  return hides;
}
