// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of the native CPU. A compute unit is a thread of the device with a CPU for it; a part has some of the
// units, and a pool of threads which are bound to the CPUs of all its units. What its kernels touch first is
// then in the memory next to these CPUs.
//
// Domains are those of sycl::info::partition_affinity_domain: a NUMA node, or a cache of a level. One is
// there when the kernel says for each unit which of that kind it belongs to. Reading that takes some files
// for each CPU, so it is done when it is asked for.
#include "base/count.h"
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/error.h"

#include <stdlib.h>
#include <string.h>

#define SYSTEM_CPUS "/sys/devices/system/cpu"

enum { NEXT_PARTITIONABLE = 6 };          // of the same enumeration
static const uint64_t ASKED = 1ull << 63; // in sy_cpu_part.domains: the others are right

// The kinds of domains in the order of the enumeration, which begins at 1, from the largest to the smallest.
static const int kinds[] = {SY_CPU_NODE, 4, 3, 2, 1};

static sy_cpu_part *part_of(const sycc_device *d) {
  return d->own;
}

// ---- the CPUs of units ------------------------------------------------------------------------------

// False: they are not known, or there is no memory. Several threads may ask at once, and find the same.
static bool know_cpus(sy_cpu_part *p) {
  int *cpus = p->cpus ? NULL : calloc(p->units, sizeof *cpus), *none = NULL;
  if (!cpus || !sy_cpu_order(cpus, p->units) || !atomic_compare_exchange_strong(&p->cpus, &none, cpus))
    free(cpus);
  return p->cpus;
}

// ---- domains ----------------------------------------------------------------------------------------

// Writes the domain of each unit and returns how many there are; 0: some are not known. Units of a domain
// need not be neighbours: its number is that of its first unit.
static unsigned find_domains(const sy_cpu_part *p, int kind, unsigned *first_unit) {
  int *numbers = calloc(p->units, sizeof *numbers);
  unsigned found = 0;
  for (unsigned i = 0; numbers && i < p->units; i++) {
    numbers[i] = sy_cpu_domain(SYSTEM_CPUS, p->cpus[i], kind);
    unsigned first = 0;
    while (numbers[first] != numbers[i])
      first++;
    first_unit[i] = first;
    found += first == i;
    if (numbers[i] < 0) {
      found = 0;
      break;
    }
  }
  free(numbers);
  return found;
}

static uint64_t ask_domains(sy_cpu_part *p) {
  uint64_t domains = ASKED;
  unsigned *first_unit = know_cpus(p) ? calloc(p->units, sizeof *first_unit) : NULL;
  for (unsigned i = 0; first_unit && i < SY_COUNT(kinds); i++) {
    unsigned n = find_domains(p, kinds[i], first_unit);
    domains |= n ? 1ull << (i + 1) : 0;
    domains |= n > 1 ? 1ull << NEXT_PARTITIONABLE : 0;
  }
  free(first_unit);
  return domains;
}

static uint64_t domains_of(sy_cpu_part *p) {
  if (!(p->domains & ASKED))
    p->domains = ask_domains(p);
  return p->domains & ~ASKED;
}

bool sy_cpu_late_number(const sycc_device *d, sycc_device_number what, uint64_t *out) {
  static const uint64_t always = 1ull << SYCC_PARTITION_EQUALLY | 1ull << SYCC_PARTITION_BY_COUNTS,
                        sometimes = 1ull << SYCC_PARTITION_BY_DOMAIN;
  sy_cpu_part *p = part_of(d);
  if (what == SYCC_DEVICE_PARTITION_DOMAINS)
    *out = domains_of(p);
  else if (what == SYCC_DEVICE_PARTITION_PROPERTIES)
    *out = !know_cpus(p) ? 0 : domains_of(p) ? always | sometimes : always;
  else
    return false;
  return true;
}

// ---- parts ------------------------------------------------------------------------------------------

// A list of parts under construction: unit[i] belongs to the part `of[i]`; parts: how many there are.
typedef struct sy_cpu_division {
  unsigned *of; // PARTS_NONE: to none
  size_t parts;
  uint64_t domain; // of sycl::info::partition_affinity_domain
} sy_cpu_division;

enum { PARTS_NONE = -1 };

static void divide_by_counts(const sy_cpu_part *p, const size_t *counts, size_t n, sy_cpu_division *v) {
  unsigned unit = 0;
  for (; v->parts < n; v->parts++)
    for (size_t i = 0; i < counts[v->parts]; i++)
      v->of[unit++] = (unsigned)v->parts;
  while (unit < p->units)
    v->of[unit++] = (unsigned)PARTS_NONE;
}

static void divide_equally(const sy_cpu_part *p, size_t count, sy_cpu_division *v) {
  v->parts = p->units / count;
  for (unsigned i = 0; i < p->units; i++)
    v->of[i] = i / count < v->parts ? (unsigned)(i / count) : (unsigned)PARTS_NONE;
}

// The numbers of first units become 0, 1, 2 and so on.
static void divide_by_domain(const sy_cpu_part *p, size_t domain, sy_cpu_division *v) {
  bool next = domain == NEXT_PARTITIONABLE;
  v->domain = next ? 1 : domain;
  while (find_domains(p, kinds[v->domain - 1], v->of) < 2 && next && v->domain < SY_COUNT(kinds))
    v->domain++;
  for (unsigned i = 0; i < p->units; i++)
    v->of[i] = v->of[i] == i ? (unsigned)v->parts++ : v->of[v->of[i]];
}

static bool make_part(const sycc_device *d, const sy_cpu_division *v, size_t number, sycc_device *part) {
  const sy_cpu_part *p = part_of(d);
  sy_cpu_part *own = calloc(1, sizeof *own);
  int *cpus = calloc(p->units, sizeof *cpus);
  for (unsigned i = 0; own && cpus && i < p->units; i++)
    if (v->of[i] == number)
      cpus[own->units++] = p->cpus[i];
  if (own && cpus)
    own->pool = sy_pool_new(own->units, cpus);
  if (!own || !own->pool) {
    free(own);
    free(cpus);
    return false;
  }
  own->cpus = cpus;
  *part = *d;
  part->own = own;
  part->number[SYCC_DEVICE_MAX_COMPUTE_UNITS] = part->number[SYCC_DEVICE_PARTITION_MAX] = own->units;
  part->number[SYCC_DEVICE_PARTITION_TYPE_DOMAIN] = v->domain;
  return true;
}

static sycc_status make_parts(const sycc_device *d, const sy_cpu_division *v, sycc_device ***out) {
  sycc_device *parts = calloc(v->parts, sizeof *parts), **list = calloc(v->parts, sizeof *list);
  size_t made = 0;
  while (parts && list && made < v->parts && make_part(d, v, made, &parts[made])) {
    list[made] = &parts[made];
    made++;
  }
  *out = list;
  if (made == v->parts)
    return SYCC_success;
  while (made) // the pools stay, without threads
    free(parts[--made].own);
  free(parts);
  free(list);
  return sy_error_no_memory("sub-devices");
}

sycc_status sy_cpu_divide(sycc_device *d, sycc_partition how, const size_t *counts, size_t n,
                          sycc_device ***out, size_t *count) {
  const sy_cpu_part *p = part_of(d);
  sy_cpu_division v = {.of = calloc(p->units, sizeof *v.of)};
  if (!v.of)
    return sy_error_no_memory("sub-devices");
  if (how == SYCC_PARTITION_EQUALLY)
    divide_equally(p, counts[0], &v);
  else if (how == SYCC_PARTITION_BY_COUNTS)
    divide_by_counts(p, counts, n, &v);
  else
    divide_by_domain(p, counts[0], &v);
  sycc_status s = make_parts(d, &v, out);
  free(v.of);
  *count = s ? 0 : v.parts;
  return s;
}
