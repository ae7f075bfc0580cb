// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the property set "SYCL/device requirements" of an image with a device: fixed targets, aspects,
// sub-group sizes, work-group sizes. The first that the device lacks becomes the message, with the place in
// the source that "SYCC/requirement origins" has for it. Arrays are of little-endian uint32, as this
// machine's are.
#include "runtime/requirements.h"

#include "devices/devices.h"
#include "formats/image_desc.h"
#include "runtime/default_sub_group.h"
#include "runtime/device_link.h"
#include "runtime/devices.h"
#include "runtime/error.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct check {
  const sy_device_image *image;
  const char *kernel, *symbol;
  const sycc_device *device;
} check;

typedef struct words {
  const uint32_t *v;
  size_t n;
  bool present;
} words;

static words words_of(const check *c, const char *set, const char *name) {
  const sy_image_property *p = sy_image_find(c->image, set, name);
  if (!p || p->type != SY_IMAGE_PROPERTY_BYTES)
    return (words){0};
  return (words){p->value, p->size / sizeof(uint32_t), true};
}

static words requirement(const check *c, const char *name) {
  return words_of(c, "SYCL/device requirements", name);
}

static const char *device_name(const check *c) {
  return c->device->text[SYCC_DEVICE_NAME];
}

// ---- the four requirements ------------------------------------------------------------------------------

static const char *target_name(uint32_t aspect) {
  const sy_target *t = sy_target_of_arch(aspect);
  return t ? t->TargetName : "?";
}

static sycc_status check_targets(const check *c) {
  words targets = requirement(c, "fixed_target");
  char list[300] = "";
  if (!targets.present)
    return SYCC_success;
  for (size_t i = 0; i < targets.n; i++) {
    size_t n = strlen(list);
    if (sycc_device_has(c->device, targets.v[i]))
      return SYCC_success;
    snprintf(list + n, sizeof list - n, "%s%s", i ? "," : "", target_name(targets.v[i]));
  }
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT
                      "' was compiled with '-fsycl-fixed-targets=%s' but was submitted to a different "
                      "device, '%s'",
                      c->kernel, list, device_name(c));
}

static const sy_image_property *find_origin(const check *c, const char *number) {
  static const char set[] = "SYCC/requirement origins";
  char own[1024];
  int n = snprintf(own, sizeof own, "%s %s", number, c->symbol);
  const sy_image_property *p = n < (int)sizeof own ? sy_image_find(c->image, set, own) : NULL;
  return p ? p : sy_image_find(c->image, set, number);
}

// what, which, aside: what lacks it, "device 'X'", and what else there is to say of that.
static sycc_status no_aspect(const check *c, uint32_t aspect, const char *what, const char *which,
                             const char *aside) {
  char number[16];
  snprintf(number, sizeof number, "%u", aspect);
  const sy_aspect *a = sy_aspect_get(aspect);
  const sy_image_property *origin = find_origin(c, number);
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT
                      "' uses optional feature corresponding to 'aspect::%s' but %s '%s'%s does not "
                      "support this aspect%s%.*s",
                      c->kernel, a ? a->Name : number, what, which, aside, origin ? "; the use is in " : "",
                      origin ? (int)origin->size : 0, origin ? (const char *)origin->value : "");
}

static sycc_status check_aspects(const check *c) {
  words aspects = requirement(c, "aspect");
  for (size_t i = 0; i < aspects.n; i++)
    if (!sycc_device_has(c->device, aspects.v[i]))
      return no_aspect(c, aspects.v[i], "device", device_name(c), "");
  return SYCC_success;
}

static bool has_sub_group(const sycc_device *d, uint32_t size) {
  for (size_t i = 0; i < d->sub_group_size_count; i++)
    if (d->sub_group_sizes[i] == size)
      return true;
  return false;
}

static sycc_status no_sub_group(const check *c, uint32_t size, const char *whose) {
  char list[200] = "";
  for (size_t i = 0; i < c->device->sub_group_size_count; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%zu", i ? ", " : "",
             c->device->sub_group_sizes[i]);
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT
                      "' has a required sub-group size of '%u'%s but device '%s' does not support this "
                      "sub-group size; it has %s",
                      c->kernel, size, whose, device_name(c), *list ? list : "none");
}

static sycc_status check_sub_groups(const check *c) {
  words sizes = requirement(c, "reqd_sub_group_size");
  for (size_t i = 0; i < sizes.n; i++)
    if (!has_sub_group(c->device, sizes.v[i]))
      return no_sub_group(c, sizes.v[i], "");
  uint32_t size = sizes.n ? 0 : sy_default_sub_group(c->image->target);
  return !size || has_sub_group(c->device, size) ? SYCC_success
                                                 : no_sub_group(c, size, " (" SY_DEFAULT_SUB_GROUP ")");
}

// "4 x 5 x 6"
static void write_size(char *out, size_t room, const uint32_t *v, uint32_t n) {
  *out = 0;
  for (uint32_t i = 0; i < n; i++)
    snprintf(out + strlen(out), room - strlen(out), "%s%u%s", i ? " x " : "", v[i],
             v[i] == INT32_MAX ? " or more" : "");
}

// v: in SYCL's order. A range without a local size leaves the choice to the device.
static bool same_group(const sycc_range *r, const uint32_t *v, uint32_t n) {
  const size_t *local = r->has_asked ? r->asked : r->local;
  if (!r->has_local || !local[0])
    return true;
  bool same = r->dims == n;
  for (uint32_t i = 0; same && i < n; i++)
    same = local[n - 1 - i] == v[i];
  return same;
}

static sycc_status check_work_group(const check *c, const sycc_range *r, const uint32_t *v, uint32_t n) {
  uint64_t items = 1, most = c->device->number[SYCC_DEVICE_MAX_WORK_GROUP_SIZE];
  bool less = r->most_asked && r->most_asked < most;
  if (less)
    most = r->most_asked;
  char size[80];
  write_size(size, sizeof size, v, n);
  for (uint32_t i = 0; i < n; i++)
    items = items > UINT64_MAX / v[i] ? UINT64_MAX : items * v[i];
  if (items > most)
    return sy_error_set(SYCC_kernel_not_supported,
                        "kernel '" SY_NAME_FMT
                        "' has a required work-group size of %s, %llu work-items, but device '%s' allows "
                        "%llu%s",
                        c->kernel, size, (unsigned long long)items, device_name(c), (unsigned long long)most,
                        less ? " in parallel_for_work_group" : "");
  if (same_group(r, v, n))
    return SYCC_success;
  return sy_error_set(SYCC_nd_range,
                      "kernel '" SY_NAME_FMT
                      "' has a required work-group size of %s and was submitted with another",
                      c->kernel, size);
}

// Entries of a number of dimensions and that many sizes.
static sycc_status check_work_groups(const check *c, const sycc_range *r) {
  words all = requirement(c, "reqd_work_group_size");
  sycc_status s = SYCC_success;
  for (size_t i = 0; i < all.n && !s;) {
    uint32_t n = all.v[i++];
    if (n < 1 || n > 3 || all.n - i < n)
      return sy_error_set(SYCC_kernel_not_supported,
                          "kernel '" SY_NAME_FMT "' has malformed requirements in its image", c->kernel);
    s = check_work_group(c, r, &all.v[i], n);
    i += n;
  }
  return s;
}

static sycc_status check_all(const check *c, const sycc_range *r) {
  sycc_status s = check_targets(c);
  if (!s)
    s = check_aspects(c);
  if (!s)
    s = check_sub_groups(c);
  return !s && r ? check_work_groups(c, r) : s;
}

// ---- what the target lacks, as it was when the program was compiled -------------------------------------

static sycc_status explain_rejected(const check *c) {
  const char *target = c->image->target;
  words aspects = words_of(c, SY_REJECTED, SY_REJECTED_ASPECTS);
  if (aspects.n)
    return no_aspect(c, aspects.v[0], "target", target, ", which it was compiled for,");
  const sy_image_property *why = sy_image_find(c->image, SY_REJECTED, SY_REJECTED_WHY);
  const char *text = why && why->value ? why->value : "";
  size_t n = why && why->value ? why->size : 0;
  const char *end = memchr(text, '\n', n);
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT
                      "' has no code for target '%s', which it was compiled for: it %.*s",
                      c->kernel, target, (int)(end ? end - text : (ptrdiff_t)n), text);
}

// ----------------------------------------------------------------------------------------------------

static check check_of(sy_kernel *k, const sycc_device *d) {
  return (check){sy_image_descriptor(sy_registry_image(k)), sy_registry_name(k), sy_registry_symbol(k), d};
}

// What the kernel's image calls needs no less.
static sycc_status check_linked(sy_kernel *k, const sycc_device *d, const sycc_range *r) {
  const sy_device_link *l = sy_image_link(sy_registry_image(k), d);
  sycc_status s = SYCC_success;
  for (size_t i = 0; l && i < l->count && !s; i++) {
    const sy_linked_image *linked = &l->images[i];
    if (!sy_image_enter(linked->image))
      continue;
    check c = {sy_image_descriptor(linked->image), sy_registry_name(k), "", d};
    s = check_all(&c, r);
    sy_image_leave(linked->image);
    if (s) {
      char message[1024];
      snprintf(message, sizeof message, "%s", sy_error_text());
      sy_error_set(s, "%s, which it reaches through '" SY_NAME_FMT "' of '%s'", message, linked->function,
                   linked->library);
    }
  }
  return s;
}

sycc_status sy_requirements_check(sy_kernel *k, const sycc_device *d, const sycc_range *r) {
  if (!sy_image_enter(sy_registry_image(k))) // unloaded in between: the launch will say so
    return SYCC_success;
  check c = check_of(k, d);
  sycc_status s = check_all(&c, r);
  if (!s)
    s = sy_device_link_resolve(k, d);
  if (!s)
    s = check_linked(k, d, r);
  sy_image_leave(sy_registry_image(k));
  return s;
}

bool sy_requirements_of_image_met(const sy_device_image *image, const sycc_device *d) {
  check c = {image, "", "", d};
  return !check_all(&c, NULL);
}

sycc_status sy_requirements_rejected(sy_kernel *k, const sycc_device *d, const sycc_range *r) {
  if (!sy_image_enter(sy_registry_image(k)))
    return sy_error_set(SYCC_kernel_not_supported,
                        "kernel '" SY_NAME_FMT "' is in a library that was unloaded", sy_registry_name(k));
  check c = check_of(k, d);
  sycc_status s = check_all(&c, r);
  if (s != SYCC_kernel_not_supported)
    s = explain_rejected(&c);
  sy_image_leave(sy_registry_image(k));
  return s;
}

bool sy_requirements_any_group(sy_kernel *k) {
  if (!sy_image_enter(sy_registry_image(k)))
    return false;
  check c = check_of(k, NULL);
  // Images it imports from may require a size.
  bool any = !requirement(&c, "reqd_work_group_size").present && !sy_image_has_imports(sy_registry_image(k));
  sy_image_leave(sy_registry_image(k));
  return any;
}

bool sy_requirements_work_group(const sy_device_image *image, size_t local[3]) {
  check c = {.image = image};
  words all = requirement(&c, "reqd_work_group_size");
  uint32_t n = all.n ? all.v[0] : 0;
  if (n < 1 || n > 3 || all.n != n + 1)
    return false;
  for (uint32_t i = 0; i < 3; i++)
    local[i] = i < n ? all.v[n - i] : 1;
  return true;
}

uint32_t sy_requirements_sub_group(const sy_device_image *image) {
  check c = {.image = image};
  words sizes = requirement(&c, "reqd_sub_group_size");
  return sizes.n ? sizes.n == 1 ? sizes.v[0] : 0 : sy_default_sub_group(image->target);
}
