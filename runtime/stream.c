// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats what kernels wrote through a sycl::stream, as C++'s streams do. Kernels append records
// (include/sycc/stream.h) in any order. They are sorted by work-item, each work-item begins with the initial
// format, and its records change the format or are written with it. Records that did not fit are missing, and
// a warning says so.
#include "sycc/stream.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct record {
  uint64_t item;
  const uint32_t *words;
} record;

// How a work-item's numbers look.
typedef struct format {
  int base; // 8, 10 or 16
  bool show_base, show_sign;
  int precision;
  char conversion; // of printf
  int width;       // of the next value
} format;

static const format initial = {.base = 10, .precision = 6, .conversion = 'g'};

// ---- records --------------------------------------------------------------------------------------------

static uint32_t kind_of(const uint32_t *r) {
  return r[0] >> SYCC_STREAM_KIND_SHIFT;
}

static uint32_t bytes_of(const uint32_t *r) {
  return r[0] & ((1u << SYCC_STREAM_KIND_SHIFT) - 1);
}

static size_t words_of(const uint32_t *r) {
  return SYCC_STREAM_HEAD_WORDS + (bytes_of(r) + 3) / 4;
}

// The records that are whole; returns how many, and fills `out` unless it is null.
static size_t find_records(const uint32_t *words, size_t end, record *out) {
  size_t n = 0;
  for (size_t at = 1; at + SYCC_STREAM_HEAD_WORDS <= end && words[at] && words_of(words + at) <= end - at;
       at += words_of(words + at), n++)
    if (out)
      out[n] = (record){words[at + 1] | (uint64_t)words[at + 2] << 32, words + at};
  return n;
}

static int by_item(const void *a, const void *b) {
  const record *x = a, *y = b;
  if (x->item != y->item)
    return x->item < y->item ? -1 : 1;
  return x->words < y->words ? -1 : x->words > y->words;
}

// ---- values ---------------------------------------------------------------------------------------------

static uint64_t integer_of(const uint32_t *r) {
  const uint32_t *value = r + SYCC_STREAM_HEAD_WORDS;
  uint64_t bits = value[0] | (bytes_of(r) > 4 ? (uint64_t)value[1] << 32 : 0);
  return bytes_of(r) < 8 ? bits & ((UINT64_C(1) << bytes_of(r) * 8) - 1) : bits;
}

static int64_t signed_of(const uint32_t *r) {
  int unused = 64 - (int)bytes_of(r) * 8;
  return (int64_t)(integer_of(r) << unused) >> unused;
}

static void pad(format *f, const char *text, size_t n) {
  for (size_t i = n; i < (size_t)f->width; i++)
    putchar(' ');
  fwrite(text, 1, n, stdout);
  f->width = 0;
}

static void format_print(format *f, const char *how, ...) __attribute__((format(printf, 2, 3)));
static void format_print(format *f, const char *how, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, how);
  int n = vsnprintf(text, sizeof text, how, arguments);
  va_end(arguments);
  pad(f, text, n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static void print_integer(format *f, const uint32_t *r, bool is_signed) {
  uint64_t bits = integer_of(r);
  if (f->base == 16)
    format_print(f, f->show_base ? "%#" PRIx64 : "%" PRIx64, bits);
  else if (f->base == 8)
    format_print(f, f->show_base ? "%#" PRIo64 : "%" PRIo64, bits);
  else if (is_signed)
    format_print(f, f->show_sign ? "%+" PRId64 : "%" PRId64, signed_of(r));
  else
    format_print(f, f->show_sign ? "+%" PRIu64 : "%" PRIu64, bits);
}

static void print_real(format *f, double value) {
  const char *sign = f->show_sign && !(value < 0) ? "+" : "";
  switch (f->conversion) {
  case 'f':
    format_print(f, "%s%.*f", sign, f->precision, value);
    return;
  case 'e':
    format_print(f, "%s%.*e", sign, f->precision, value);
    return;
  case 'a':
    format_print(f, "%s%a", sign, value);
    return;
  default:
    format_print(f, "%s%.*g", sign, f->precision, value);
  }
}

static void change_format(format *f, const uint32_t *value) {
  switch ((sycc_stream_manipulator)value[0]) {
  case SYCC_STREAM_flush:
    break;
  case SYCC_STREAM_endl:
    putchar('\n');
    break;
  case SYCC_STREAM_dec:
    f->base = 10;
    break;
  case SYCC_STREAM_hex:
    f->base = 16;
    break;
  case SYCC_STREAM_oct:
    f->base = 8;
    break;
  case SYCC_STREAM_noshowbase:
  case SYCC_STREAM_showbase:
    f->show_base = value[0] == SYCC_STREAM_showbase;
    break;
  case SYCC_STREAM_noshowpos:
  case SYCC_STREAM_showpos:
    f->show_sign = value[0] == SYCC_STREAM_showpos;
    break;
  case SYCC_STREAM_fixed:
    f->conversion = 'f';
    break;
  case SYCC_STREAM_scientific:
    f->conversion = 'e';
    break;
  case SYCC_STREAM_hexfloat:
    f->conversion = 'a';
    break;
  case SYCC_STREAM_defaultfloat:
    f->conversion = 'g';
    break;
  case SYCC_STREAM_precision:
    f->precision = (int)value[1];
    break;
  case SYCC_STREAM_width:
    f->width = (int)value[1];
    break;
  }
}

static void print_record(format *f, const uint32_t *r) {
  const uint32_t *value = r + SYCC_STREAM_HEAD_WORDS;
  float single;
  double number;
  switch ((sycc_stream_kind)kind_of(r)) {
  case SYCC_STREAM_TEXT:
    pad(f, (const char *)value, bytes_of(r));
    break;
  case SYCC_STREAM_SIGNED:
  case SYCC_STREAM_UNSIGNED:
    print_integer(f, r, kind_of(r) == SYCC_STREAM_SIGNED);
    break;
  case SYCC_STREAM_FLOAT:
    memcpy(&single, value, sizeof single);
    print_real(f, single);
    break;
  case SYCC_STREAM_DOUBLE:
    memcpy(&number, value, sizeof number);
    print_real(f, number);
    break;
  case SYCC_STREAM_POINTER:
    format_print(f, "%#" PRIx64, integer_of(r));
    break;
  case SYCC_STREAM_MANIPULATOR:
    change_format(f, value);
    break;
  }
}

void sycc_stream_print(const uint32_t *words, size_t count) {
  size_t end = words[0] + 1u < count ? words[0] + 1u : count;
  size_t n = find_records(words, end, NULL);
  record *records = malloc((n + 1) * sizeof *records);
  if (records) {
    find_records(words, end, records);
    qsort(records, n, sizeof *records, by_item);
  }
  flockfile(stdout);
  format f = initial;
  for (size_t i = 0; records && i < n; i++) {
    if (i && records[i].item != records[i - 1].item)
      f = initial;
    print_record(&f, records[i].words);
  }
  fflush(stdout);
  funlockfile(stdout);
  free(records);
  if (words[0] >= count)
    fprintf(stderr,
            "sycc: warning: a sycl::stream was too small for what kernels wrote: the rest is missing\n");
  else if (!records)
    fprintf(stderr, "sycc: warning: no memory to print a sycl::stream\n");
}
