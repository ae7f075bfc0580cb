// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-devices. Devices live for ever, sub-devices too: so dividing a device again in the same way gives the
// same ones, and a program that does it in a loop does not grow.
#include "runtime/sub_devices.h"

#include "runtime/backends/backend.h"
#include "runtime/devices.h"
#include "runtime/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct sy_division {
  struct sy_division *next;
  sycc_device *parent;
  sycc_partition how;
  sycc_device **devices;
  size_t device_count;
  size_t n;
  size_t counts[]; // what was asked for
} sy_division;

pthread_mutex_t sy_sub_devices_mutex = PTHREAD_MUTEX_INITIALIZER;
static sy_division *divisions;

// ---- what SYCL asks for -----------------------------------------------------------------------------

static sycc_status check_equally(const sycc_device *d, size_t units) {
  uint64_t all = d->number[SYCC_DEVICE_MAX_COMPUTE_UNITS];
  if (units && units <= all)
    return SYCC_success;
  return sy_error_set(SYCC_invalid, "create_sub_devices: parts of %zu compute units; device '%s' has %llu",
                      units, d->text[SYCC_DEVICE_NAME], (unsigned long long)all);
}

static sycc_status check_counts(const sycc_device *d, const size_t *counts, size_t n) {
  uint64_t all = d->number[SYCC_DEVICE_MAX_COMPUTE_UNITS], sum = 0,
           most = d->number[SYCC_DEVICE_PARTITION_MAX];
  if (n > most)
    return sy_error_set(SYCC_invalid,
                        "create_sub_devices: %zu parts; device '%s' can be divided into at most %llu", n,
                        d->text[SYCC_DEVICE_NAME], (unsigned long long)most);
  for (size_t i = 0; i < n; i++)
    if (counts[i] > all - sum)
      return sy_error_set(
          SYCC_invalid, "create_sub_devices: the parts have more than the %llu compute units of device '%s'",
          (unsigned long long)all, d->text[SYCC_DEVICE_NAME]);
    else
      sum += counts[i];
  return SYCC_success;
}

static sycc_status check_division(const sycc_device *d, sycc_partition how, const size_t *counts, size_t n) {
  static const char *const ways[] = {
      [SYCC_PARTITION_EQUALLY] = "equally",
      [SYCC_PARTITION_BY_COUNTS] = "by counts",
      [SYCC_PARTITION_BY_DOMAIN] = "by affinity domains",
  };
  bool can = d->backend->divide && how <= SYCC_PARTITION_BY_DOMAIN &&
             sycc_device_value(d, SYCC_DEVICE_PARTITION_PROPERTIES) >> how & 1;
  if (!can)
    return sy_error_set(SYCC_feature_not_supported, "create_sub_devices: device '%s' can't be divided %s",
                        d->text[SYCC_DEVICE_NAME], how <= SYCC_PARTITION_BY_DOMAIN ? ways[how] : "like that");
  if (how == SYCC_PARTITION_EQUALLY)
    return check_equally(d, counts[0]);
  if (how == SYCC_PARTITION_BY_COUNTS)
    return check_counts(d, counts, n);
  if (counts[0] < 64 && sycc_device_value(d, SYCC_DEVICE_PARTITION_DOMAINS) >> counts[0] & 1)
    return SYCC_success;
  return sy_error_set(SYCC_feature_not_supported,
                      "create_sub_devices: device '%s' has no parts of this affinity domain",
                      d->text[SYCC_DEVICE_NAME]);
}

// ---- divisions: with the lock held ------------------------------------------------------------------

static sy_division *find_division(const sycc_device *d, sycc_partition how, const size_t *counts, size_t n) {
  sy_division *v = divisions;
  while (v &&
         !(v->parent == d && v->how == how && v->n == n && !memcmp(v->counts, counts, n * sizeof *counts)))
    v = v->next;
  return v;
}

static sycc_status add_division(sycc_device *d, sycc_partition how, const size_t *counts, size_t n,
                                sy_division **out) {
  sy_division *v = calloc(1, sizeof *v + n * sizeof *counts);
  if (!v)
    return sy_error_no_memory("sub-devices");
  v->parent = d;
  v->how = how;
  v->n = n;
  memcpy(v->counts, counts, n * sizeof *counts);
  sycc_status s = n ? d->backend->divide(d, how, counts, n, &v->devices, &v->device_count) : SYCC_success;
  if (s) {
    free(v);
    return s;
  }
  for (size_t i = 0; i < v->device_count; i++) {
    sycc_device *part = v->devices[i];
    part->parent = d;
    part->number[SYCC_DEVICE_PARTITION_TYPE] = how;
    part->number[SYCC_DEVICE_INDEX] = d->number[SYCC_DEVICE_INDEX];
    sy_device_complete(part);
  }
  v->next = divisions;
  divisions = *out = v;
  return SYCC_success;
}

// -----------------------------------------------------------------------------------------------------

// Counts of 0 stand for no part.
static size_t without_zeros(const size_t *counts, size_t n, size_t *to) {
  size_t left = 0;
  for (size_t i = 0; i < n; i++)
    if (counts[i])
      to[left++] = counts[i];
  return left;
}

sycc_status sycc_device_divide(sycc_device *d, sycc_partition how, const size_t *counts, size_t n,
                               sycc_device *const **out, size_t *count) {
  size_t *wanted = malloc((n + 1) * sizeof *wanted);
  if (!wanted)
    return sy_error_no_memory("a list of sub-devices");
  if (how == SYCC_PARTITION_BY_COUNTS)
    n = without_zeros(counts, n, wanted);
  else
    memcpy(wanted, counts, n * sizeof *counts);
  sycc_status s = check_division(d, how, wanted, n);
  if (!s) {
    pthread_mutex_lock(&sy_sub_devices_mutex);
    sy_division *v = find_division(d, how, wanted, n);
    s = v ? SYCC_success : add_division(d, how, wanted, n, &v);
    pthread_mutex_unlock(&sy_sub_devices_mutex);
    *out = s ? NULL : v->devices;
    *count = s ? 0 : v->device_count;
  }
  free(wanted);
  return s;
}

sycc_device *sy_sub_devices_find(bool (*fits)(const sycc_device *d, const void *what), const void *what) {
  sycc_device *found = NULL;
  pthread_mutex_lock(&sy_sub_devices_mutex);
  for (sy_division *v = divisions; v && !found; v = v->next)
    for (size_t i = 0; i < v->device_count && !found; i++)
      if (fits(v->devices[i], what))
        found = v->devices[i];
  pthread_mutex_unlock(&sy_sub_devices_mutex);
  return found;
}

sycc_device *sycc_device_parent(const sycc_device *d) {
  return d->parent;
}
