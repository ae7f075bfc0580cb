// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's registers have a size and no type, and a store of a part of one writes its lowest bytes:
//
//     add.f64       %rd3, %rd1, %rd2;
//     st.shared.b8  [%rd4], %rd3;
//
// ptxas 13.0 takes the register for a floating-point number, as what writes it does, and stores the number
// converted to an integer of 8 bits. A plain move in between has no type; machine code does not get longer by
// it:
//
//     { .reg .b64 %part<1>; mov.b64 %part0, %rd3; st.shared.b8 [%rd4], %part0; }
//
// LLVM makes such stores by itself, of numbers that are stored to memory with less alignment than they have:
// hence a pass over the text. Parameters of calls are left alone: their stores have to stand where they are.
#include "passes/gpu/ptx_stores.h"

#include "base/file.h"

#include "base/count.h"

#include <ctype.h>
#include <string.h>

enum { MOST = 8 }; // registers of a vector

typedef struct ptx_store {
  sy_view head; // "st.shared.b8 [%rd4], " or "st.shared.v2.b8 [%rd4], {"
  sy_view registers[MOST];
  size_t count;
  sy_view tail; // ";" or "};"
} ptx_store;

static unsigned bits_of(sy_view name) {
  static const struct {
    const char *prefix;
    unsigned bits;
  } kinds[] = {{"%rs", 16}, {"%rd", 64}, {"%rq", 128}, {"%r", 32}};
  for (size_t i = 0; i < SY_COUNT(kinds); i++) {
    size_t n = strlen(kinds[i].prefix);
    if (name.n > n && !strncmp(name.s, kinds[i].prefix, n) && isdigit((unsigned char)name.s[n]))
      return kinds[i].bits;
  }
  return 0;
}

// Bits of each value that "st.shared.v2.b8" stores; 0: not a store of such a kind.
static unsigned stored_bits(sy_view operation) {
  if (!sy_view_starts(operation, "st.") || sy_view_starts(operation, "st.param"))
    return 0;
  const char *end = operation.s + operation.n, *dot = end;
  while (*--dot != '.')
    ;
  unsigned long long bits = 0;
  return end - dot > 2 && sy_view_u64((sy_view){dot + 2, (size_t)(end - dot) - 2}, &bits) ? (unsigned)bits
                                                                                          : 0;
}

static size_t word(const char *s, size_t n, const char *ends) {
  size_t i = 0;
  while (i < n && !strchr(ends, s[i]))
    i++;
  return i;
}

// The values of a store: what stands behind the address.
static bool read_values(sy_view line, ptx_store *out) {
  const char *end = line.s + line.n, *at = memchr(line.s, ']', line.n);
  if (!at)
    return false;
  for (at++; at < end && strchr(", \t{", *at); at++)
    ;
  out->head = (sy_view){line.s, (size_t)(at - line.s)};
  for (out->count = 0; out->count < MOST && at < end && *at == '%'; out->count++) {
    size_t n = word(at, (size_t)(end - at), ",};");
    out->registers[out->count] = (sy_view){at, n};
    for (at += n; at < end && strchr(", ", *at); at++)
      ;
  }
  out->tail = (sy_view){at, (size_t)(end - at)};
  return out->count && at < end && strchr("};", *at);
}

// The width of the registers, when the line is a store of parts of them; else 0.
static unsigned read_store(sy_view line, ptx_store *out) {
  while (line.n && isspace((unsigned char)*line.s))
    line.s++, line.n--;
  unsigned stored = stored_bits((sy_view){line.s, word(line.s, line.n, " \t")});
  if (!stored || !read_values(line, out))
    return 0;
  unsigned have = bits_of(out->registers[0]);
  for (size_t i = 1; i < out->count; i++)
    if (bits_of(out->registers[i]) != have)
      return 0;
  return have > stored ? have : 0;
}

static void write_store(const ptx_store *s, unsigned bits, sy_str *out) {
  sy_str_addf(out, "\t{ .reg .b%u %%part<%zu>;", bits, s->count);
  for (size_t i = 0; i < s->count; i++)
    sy_str_addf(out, " mov.b%u %%part%zu, %.*s;", bits, i, (int)s->registers[i].n, s->registers[i].s);
  sy_str_addf(out, "\n\t%.*s", (int)s->head.n, s->head.s);
  for (size_t i = 0; i < s->count; i++)
    sy_str_addf(out, "%s%%part%zu", i ? ", " : "", i);
  sy_str_addf(out, "%.*s }\n", (int)s->tail.n, s->tail.s);
}

bool sy_ptx_mend_stores(const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT, mended = SY_STR_INIT;
  bool ok = sy_file_read(path, &text, d), any = false;
  sy_view rest = sy_view_of(&text), line;
  while (ok && sy_view_split(&rest, '\n', &line)) {
    ptx_store s;
    unsigned bits = read_store(line, &s);
    any |= bits;
    if (bits)
      write_store(&s, bits, &mended);
    else
      sy_str_addf(&mended, "%.*s\n", (int)line.n, line.s);
  }
  if (ok && any)
    ok = sy_file_write(path, mended.s, mended.n, d);
  sy_str_free(&text);
  sy_str_free(&mended);
  return ok;
}
