// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds the execution mode to a module whose parts stand in the order that SPIR-V prescribes.
#include "formats/spirv_sub_group.h"

#include "formats/spirv_header.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { CAPABILITY_WORDS = 2, MODE_WORDS = 4 };

typedef struct sub_group_module {
  const uint32_t *w;
  size_t n;
  size_t entries, modes, rest; // where entry points begin, execution modes behind them, and what follows
} sub_group_module;

static size_t length_at(const sub_group_module *m, size_t i) {
  size_t length = m->w[i] >> 16;
  return length <= m->n - i ? length : 0;
}

static bool is_mode(uint32_t word) {
  return (word & 0xffff) == SpvOpExecutionMode || (word & 0xffff) == SpvOpExecutionModeId;
}

// False: there are no kernels, or it is no SPIR-V.
static bool find_kernels(sub_group_module *m) {
  if (m->n < SY_SPIRV_HEADER || m->w[0] != SY_SPIRV_MAGIC)
    return false;
  size_t i = SY_SPIRV_HEADER, length;
  for (; i < m->n && (m->w[i] & 0xffff) != SpvOpEntryPoint && (length = length_at(m, i)); i += length)
    continue;
  m->entries = i;
  for (; i < m->n && (m->w[i] & 0xffff) == SpvOpEntryPoint && (length = length_at(m, i)) >= MODE_WORDS;
       i += length)
    continue;
  m->modes = i;
  for (; i < m->n && is_mode(m->w[i]) && (length = length_at(m, i)) >= 3; i += length)
    continue;
  m->rest = i;
  return m->entries < m->modes;
}

static bool requires_size(const sub_group_module *m, uint32_t kernel) {
  for (size_t i = m->modes; i < m->rest; i += m->w[i] >> 16)
    if (m->w[i + 1] == kernel && m->w[i + 2] == SpvExecutionModeSubgroupSize)
      return true;
  return false;
}

// Writes the modes of the kernels that lack them, or only counts their words.
static size_t write_modes(const sub_group_module *m, uint32_t *out, uint32_t sub_group) {
  size_t n = 0;
  for (size_t i = m->entries; i < m->modes; i += m->w[i] >> 16) {
    const uint32_t kernel = m->w[i + 2], mode[MODE_WORDS] = {MODE_WORDS << 16 | SpvOpExecutionMode, kernel,
                                                             SpvExecutionModeSubgroupSize, sub_group};
    if (requires_size(m, kernel))
      continue;
    if (out)
      memcpy(out + n, mode, sizeof mode);
    n += MODE_WORDS;
  }
  return n;
}

bool sy_spirv_require_sub_group(void **spirv, size_t *size, uint32_t sub_group) {
  sub_group_module m = {.w = *spirv, .n = *size / sizeof *m.w};
  size_t more = find_kernels(&m) ? write_modes(&m, NULL, sub_group) : 0;
  if (!more)
    return true;
  uint32_t *made = malloc((m.n + CAPABILITY_WORDS + more) * sizeof *made), *out = made;
  if (!made)
    return false;
  out = (uint32_t *)mempcpy(out, m.w, SY_SPIRV_HEADER * sizeof *out);
  *out++ = CAPABILITY_WORDS << 16 | SpvOpCapability;
  *out++ = SpvCapabilitySubgroupDispatch;
  out = (uint32_t *)mempcpy(out, m.w + SY_SPIRV_HEADER, (m.modes - SY_SPIRV_HEADER) * sizeof *out);
  out += write_modes(&m, out, sub_group);
  memcpy(out, m.w + m.modes, (m.n - m.modes) * sizeof *out);
  free(*spirv);
  *spirv = made;
  *size = (m.n + CAPABILITY_WORDS + more) * sizeof *made;
  return true;
}
