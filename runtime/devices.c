// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms and devices.
//
// Each back end is asked once, at the first query that comes to it: opening drivers takes long. Variables of the environment change what they find, so that one machine
// shows what another would do: SYCC_MASK_ASPECTS=fp64,fp16 and SYCC_MASK_SUB_GROUP_SIZES=8,16 make every device look as if
// it lacked those; SYCC_DEVICE_SELECTOR (selector.h) leaves devices out.
#include "runtime/devices.h"

#include "devices/devices.h"
#include "runtime/backends/cuda/cuda.h"
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/environment.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/process.h"
#include "runtime/selector.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A GPU that two of them have is better served by the one that is made for it, which comes first.
// The native CPU is the first of all.
static const sy_backend *const backends[] = {&sy_native_cpu, &sy_cuda, &sy_opencl};
enum { BACKEND_COUNT = sizeof backends / sizeof *backends };

enum { MOST_MASKED = 256 }; // more than there are aspects

static pthread_once_t environment_once = PTHREAD_ONCE_INIT;
static pthread_once_t discovery_once[BACKEND_COUNT] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
static sycc_platform *found[BACKEND_COUNT]; // by back end
static size_t found_count[BACKEND_COUNT];
static bool left_out[BACKEND_COUNT]; // by the selector, without a look
static uint32_t masked[MOST_MASKED];
static size_t masked_count;
static size_t masked_sizes[MOST_MASKED]; // of sub-groups
static size_t masked_size_count;
static sy_selector selector;
static const char *selector_variable, *selector_text; // null: none
static char selector_problem[512]; // "": none

// ---- the environment --------------------------------------------------------------------------------

static void mask_aspect(const char *name) {
  const sy_aspect *a = sy_aspect_find(name);
  if (a && masked_count < MOST_MASKED)
    masked[masked_count++] = (uint32_t)a->Number;
  else if (!a)
    fprintf(stderr, "sycc: warning: SYCC_MASK_ASPECTS: unknown aspect '%s'\n", name);
}

static void mask_size(const char *text) {
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  if (*end || !n)
    fprintf(stderr, "sycc: warning: SYCC_MASK_SUB_GROUP_SIZES: '%s' is not a size\n", text);
  else if (masked_size_count < MOST_MASKED)
    masked_sizes[masked_size_count++] = n;
}

// Calls each(word) for the words of the variable, which blanks or commas separate.
static void read_words(const char *variable, void (*each)(const char *)) {
  const char *s = sy_environment(variable);
  while (s && *s) {
    char word[128];
    size_t n = strcspn(s, ", ");
    snprintf(word, sizeof word, "%.*s", (int)n, s);
    if (n)
      each(word);
    s += n + (s[n] != 0);
  }
}

static void read_selector(void) {
  static const char *const variables[] = {"SYCC_DEVICE_SELECTOR", "ONEAPI_DEVICE_SELECTOR"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *text = sy_environment(variables[i]);
    char why[256];
    if (!text || !*text)
      continue;
    selector_variable = variables[i];
    selector_text = strdup(text);
    if (!sy_selector_parse(text, &selector, why, sizeof why))
      snprintf(selector_problem, sizeof selector_problem, "%s is '%.200s': %s", variables[i], text, why);
    return;
  }
}

static void read_environment(void) {
  sy_process_use();
  read_words("SYCC_MASK_ASPECTS", mask_aspect);
  read_words("SYCC_MASK_SUB_GROUP_SIZES", mask_size);
  read_selector();
}

const char *sy_devices_selector(void) {
  pthread_once(&environment_once, read_environment);
  return sy_selector_hides(&selector) ? selector_variable : NULL;
}

// ---- discovery --------------------------------------------------------------------------------------

static bool is_masked_size(size_t size) {
  for (size_t i = 0; i < masked_size_count; i++)
    if (masked_sizes[i] == size)
      return true;
  return false;
}

static void mask_sizes(sycc_device *d) {
  size_t n = 0, *left = masked_size_count ? calloc(d->sub_group_size_count + 1, sizeof *left) : NULL;
  if (!left)
    return;
  for (size_t i = 0; i < d->sub_group_size_count; i++)
    if (!is_masked_size(d->sub_group_sizes[i]))
      left[n++] = d->sub_group_sizes[i];
  d->sub_group_sizes = left;
  d->sub_group_size_count = n;
}

// Of char, short, int, long, float, double, half: a back end that says nothing has vectors as wide as its registers.
static void fill_in_widths(sycc_device *d) {
  static const unsigned bits[] = {8, 16, 32, 64, 32, 64, 16};
  uint64_t registers = d->number[SYCC_DEVICE_VECTOR_BITS];
  if (d->number[SYCC_DEVICE_NATIVE_WIDTH])
    return;
  for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
    d->number[SYCC_DEVICE_NATIVE_WIDTH + i] = d->number[SYCC_DEVICE_PREFERRED_WIDTH + i] =
        registers >= bits[i] ? registers / bits[i] : 1;
}

// Devices that have no limit of their own have one that an int holds.
static void fill_in_groups(sycc_device *d) {
  for (unsigned i = 0; i < 3; i++)
    if (!d->number[SYCC_DEVICE_MAX_GROUPS_X + i])
      d->number[SYCC_DEVICE_MAX_GROUPS_X + i] = INT32_MAX;
}

void sy_device_complete(sycc_device *d) {
  mask_sizes(d);
  fill_in_groups(d);
  fill_in_widths(d);
}

// Numbers the devices of a back end, and hides those that are not wanted.
static void discover_backend(size_t b) {
  size_t number = 0;
  left_out[b] = !sy_selector_may_take(&selector, backends[b]->id);
  if (left_out[b])
    return;
  found_count[b] = backends[b]->discover(&found[b]);
  for (size_t i = 0; i < found_count[b]; i++)
    for (size_t j = 0; j < found[b][i].device_count; j++, number++) {
      sycc_device *d = &found[b][i].devices[j];
      d->number[SYCC_DEVICE_INDEX] = number;
      d->hidden = !sy_selector_takes(&selector, backends[b]->id, (sycc_device_type)d->number[SYCC_DEVICE_TYPE], number);
      sy_device_complete(d);
    }
}

static void discover_0(void) { discover_backend(0); }
static void discover_1(void) { discover_backend(1); }
static void discover_2(void) { discover_backend(2); }

static void discover(size_t b) {
  static void (*const discoverers[BACKEND_COUNT])(void) = {discover_0, discover_1, discover_2};
  pthread_once(&environment_once, read_environment);
  if (!*selector_problem)
    pthread_once(&discovery_once[b], discoverers[b]);
}

sycc_status sycc_devices_check(void) {
  pthread_once(&environment_once, read_environment);
  return *selector_problem ? sy_error_set(SYCC_invalid, "%s", selector_problem) : SYCC_success;
}

const char *sycc_device_selector(const char **variable) {
  pthread_once(&environment_once, read_environment);
  if (variable)
    *variable = selector_variable;
  return selector_text;
}

const char *sycc_backend_problem(sycc_backend id) {
  for (size_t b = 0; b < BACKEND_COUNT; b++)
    if (backends[b]->id == id) {
      discover(b);
      return left_out[b]           ? "not looked for: the device selector leaves it out"
             : backends[b]->problem ? backends[b]->problem()
                                    : NULL;
    }
  return "not part of this build";
}

// ---- queries ----------------------------------------------------------------------------------------

static bool is_visible(const sycc_platform *p) {
  return sycc_device_count(p);
}

// The index-th of all platforms with devices, null behind the last. *count: how many there were until then.
static sycc_platform *find_platform(size_t index, size_t *count) {
  *count = 0;
  for (size_t b = 0; b < BACKEND_COUNT; b++) {
    discover(b);
    for (size_t i = 0; i < found_count[b]; i++)
      if (is_visible(&found[b][i]) && (*count)++ == index)
        return &found[b][i];
  }
  return NULL;
}

sycc_device *sy_devices_native_cpu(void) {
  discover(0);
  return found_count[0] ? sycc_device_get(&found[0][0], 0) : NULL;
}

bool sy_devices_may_be_others(void) {
  pthread_once(&environment_once, read_environment);
  bool any = false;
  for (size_t b = 1; b < BACKEND_COUNT; b++)
    any |= sy_selector_may_take(&selector, backends[b]->id);
  return any;
}

size_t sycc_platform_count(void) {
  size_t n;
  find_platform(SIZE_MAX, &n);
  return n;
}

sycc_platform *sycc_platform_get(size_t index) {
  size_t n;
  return find_platform(index, &n);
}

size_t sycc_device_count(const sycc_platform *p) {
  size_t n = 0;
  for (size_t i = 0; i < p->device_count; i++)
    n += !p->devices[i].hidden;
  return n;
}

sycc_device *sycc_device_get(const sycc_platform *p, size_t index) {
  for (size_t i = 0; i < p->device_count; i++)
    if (!p->devices[i].hidden && !index--)
      return &p->devices[i];
  return NULL;
}

sycc_platform *sycc_device_platform(const sycc_device *d) {
  return d->platform;
}

sycc_backend sycc_platform_backend(const sycc_platform *p) {
  return p->backend->id;
}

const char *sycc_platform_string(const sycc_platform *p, sycc_platform_text what) {
  return (unsigned)what < SY_PLATFORM_TEXTS && p->text[what] ? p->text[what] : "";
}

const char *sycc_device_string(const sycc_device *d, sycc_device_text what) {
  return (unsigned)what < SY_DEVICE_TEXTS && d->text[what] ? d->text[what] : "";
}

// What a device says of a type that it does not have, or that is masked, is 0.
static const struct {
  sycc_device_number what;
  const char *aspect;
} of_types[] = {
    {SYCC_DEVICE_HALF_FP_CONFIG, "fp16"},      {SYCC_DEVICE_DOUBLE_FP_CONFIG, "fp64"},
    {SYCC_DEVICE_PREFERRED_WIDTH + 5, "fp64"}, {SYCC_DEVICE_PREFERRED_WIDTH + 6, "fp16"},
    {SYCC_DEVICE_NATIVE_WIDTH + 5, "fp64"},    {SYCC_DEVICE_NATIVE_WIDTH + 6, "fp16"},
};

uint64_t sycc_device_value(const sycc_device *d, sycc_device_number what) {
  for (size_t i = 0; i < sizeof of_types / sizeof *of_types && what > SYCC_DEVICE_INDEX; i++)
    if (of_types[i].what == what && !sycc_device_has(d, (uint32_t)sy_aspect_find(of_types[i].aspect)->Number))
      return 0;
  return (unsigned)what < SY_DEVICE_NUMBERS ? d->number[what] : 0;
}

sycc_status sycc_device_free_memory(sycc_device *d, uint64_t *out) {
  *out = 0;
  if (d->backend->free_memory)
    return d->backend->free_memory(d, out);
  if (d->number[SYCC_DEVICE_TYPE] == SYCC_DEVICE_CPU) {
    uint64_t host = sy_memory_available(), all = d->number[SYCC_DEVICE_GLOBAL_MEM_BYTES]; // a driver may take part of the host's memory
    *out = host < all ? host : all;
  }
  return *out ? SYCC_success
              : sy_error_set(SYCC_feature_not_supported, "device '%s' does not say how much of its memory is free",
                             sycc_device_string(d, SYCC_DEVICE_NAME));
}

sycc_status sycc_device_peer(sycc_device *d, sycc_device *peer, sycc_peer what, int *out) {
  *out = 0;
  if (d->backend == peer->backend && d->backend->peer && d != peer)
    return d->backend->peer(d, peer, what, out);
  if (what == SYCC_PEER_ACCESS || what == SYCC_PEER_ATOMICS)
    return SYCC_success;
  return sy_error_set(SYCC_feature_not_supported, "device '%s' can't use the memory of device '%s'",
                      sycc_device_string(d, SYCC_DEVICE_NAME), sycc_device_string(peer, SYCC_DEVICE_NAME));
}

size_t sycc_device_sub_group_sizes(const sycc_device *d, size_t *sizes, size_t cap) {
  for (size_t i = 0; i < cap && i < d->sub_group_size_count; i++)
    sizes[i] = d->sub_group_sizes[i];
  return d->sub_group_size_count;
}

static bool is_masked(uint32_t aspect) {
  for (size_t i = 0; i < masked_count; i++)
    if (masked[i] == aspect)
      return true;
  return false;
}

int sycc_device_has(const sycc_device *d, uint32_t aspect) {
  for (size_t i = 0; i < d->aspect_count; i++)
    if (d->aspects[i] == aspect)
      return !is_masked(aspect);
  return 0;
}
