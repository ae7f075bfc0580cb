// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices can run an image. The runtime decides by the same rules when a kernel is submitted
// (runtime/choice.c, runtime/requirements.c), but for images that it has loaded.
#include "tools/image_info.h"

#include "base/count.h"
#include "formats/image_file.h"
#include "sycc/rt.h"

#include <string.h>

enum { MOST_SIZES = 32 };

static bool holds_kernel(const info_image *i, const char *symbol) {
  for (size_t k = 0; k < i->kernels.n; k++)
    if (!strcmp(i->kernels.data[k], symbol))
      return true;
  return false;
}

static bool is_in_case(const sy_u32s *one, const sycc_device *d) {
  for (size_t k = 0; k < one->n; k++)
    if (!sycc_device_has(d, one->data[k] & ~SY_LACKS) != !!(one->data[k] & SY_LACKS))
      return false;
  return true;
}

static bool is_variant_for(const info_image *i, const sycc_device *d) {
  bool is = !i->cases.n;
  for (size_t k = 0; k < i->cases.n && !is; k++)
    is = is_in_case(&i->cases.data[k], d);
  return is;
}

static void check_aspects(const info_command *c, const info_image *i, const sycc_device *d, sy_str *why) {
  for (size_t k = 0; k < i->needs.aspects.n; k++) {
    uint32_t aspect = i->needs.aspects.data[k];
    if (sycc_device_has(d, aspect))
      continue;
    const char *from = sy_info_origin(c, i, aspect);
    sy_str_addf(why, "lacks aspect %s%s%s\n", sy_info_aspect(c, aspect), from ? ", needed for " : "",
                from ? from : "");
  }
}

static void check_sub_groups(const info_image *i, const sycc_device *d, sy_str *why) {
  size_t sizes[MOST_SIZES], n = sycc_device_sub_group_sizes(d, sizes, MOST_SIZES);
  for (size_t k = 0; k < i->needs.sub_groups.n; k++) {
    bool has = false;
    for (size_t j = 0; j < n && j < MOST_SIZES; j++)
      has |= sizes[j] == i->needs.sub_groups.data[k];
    if (!has)
      sy_str_addf(why, "has no sub-groups of %u\n", i->needs.sub_groups.data[k]);
  }
}

static void check_work_groups(const info_image *i, const sycc_device *d, sy_str *why) {
  uint64_t most = sycc_device_value(d, SYCC_DEVICE_MAX_WORK_GROUP_SIZE);
  for (size_t k = 0; k < i->needs.work_groups.n; k++) {
    const sy_work_group *w = &i->needs.work_groups.data[k];
    uint64_t room = most;
    for (unsigned n = 0; n < w->n; n++)
      room = w->size[n] > room ? 0 : room / w->size[n];
    if (!room)
      sy_str_addf(why, "has work-groups of at most %llu\n", (unsigned long long)most);
  }
}

static void check_architectures(const info_image *i, const sycc_device *d, sy_str *why) {
  bool is = !i->needs.fixed || !i->needs.fixed_targets.n;
  for (size_t k = 0; k < i->needs.fixed_targets.n && !is; k++)
    is = sycc_device_has(d, i->needs.fixed_targets.data[k]);
  if (!is)
    sy_str_add(why, "is none of the devices of -fsycl-fixed-targets\n");
}

static bool device_can(const info_command *c, const info_image *i, const sycc_device *d, sy_str *why) {
  size_t before = why->n;
  sy_view rejected = sy_info_rejection(i);
  if (sy_props_find(&i->props, SY_REJECTED))
    sy_str_addf(why, "there is no code: %.*s\n", (int)rejected.n, rejected.s ? rejected.s : "");
  check_aspects(c, i, d, why);
  check_sub_groups(i, d, why);
  check_work_groups(i, d, why);
  check_architectures(i, d, why);
  return why->n == before;
}

// The first image of the kernel for the target that the device can run; *any: whether there are some for it.
static const info_image *image_for_target(const info_command *c, const char *symbol, const sycc_device *d,
                                          const char *target, bool *any, sy_str *why) {
  for (size_t i = 0; i < c->images.n; i++) {
    const info_image *image = &c->images.data[i];
    if (!image->target || strcmp(image->target, target) || !holds_kernel(image, symbol) ||
        !is_variant_for(image, d))
      continue;
    *any = true;
    if (device_can(c, image, d, why))
      return image;
  }
  return NULL;
}

const info_image *sy_info_image_for(const info_command *c, const char *symbol, const sycc_device *d,
                                    sy_str *why) {
  const info_image *found = NULL;
  bool any = false;
  const char *target;
  for (size_t n = 0; !found && (target = sycc_device_target(d, n)); n++)
    found = image_for_target(c, symbol, d, target, &any, why);
  if (!any)
    sy_str_addf(why, "no image for %s\n", sycc_device_target(d, 0));
  return found;
}

bool sy_info_target_can(const info_image *i, const sy_target *t, sy_str *why) {
  if (sy_cases_possible(&i->cases, t, false))
    return sy_requirements_met(&i->needs, t, why);
  sy_str_add(why, "is none of the devices that this variant is for\n");
  return false;
}
