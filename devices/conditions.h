// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices a variant of an image is for: the property set "SYCC/device if".
//
// Its byte arrays, "0", "1" and so on, are cases: lists of uint32 numbers of aspects that a device of the
// case has or, with SY_LACKS, lacks. The image is for devices of any of them; all variants of a kernel
// together have each device in one case of one variant. "variant" is a number that makes symbols of variants
// differ. An image without the set is for all devices.
#ifndef SY_DEVICES_CONDITIONS_H
#define SY_DEVICES_CONDITIONS_H

#include "devices/devices.h"
#include "formats/property_set.h"

#define SY_DEVICE_IF "SYCC/device if"
#define SY_DEVICE_IF_NUMBER "variant"
#define SY_LACKS 0x80000000u

typedef SY_VEC(sy_u32s) sy_cases;

void sy_cases_write(const sy_cases *c, uint32_t number, sy_props *to);
// Reads them, and the number; false: of another form, reported in d. *out is still to be freed.
bool sy_cases_read(const sy_props *props, const char *file, sy_cases *out, uint32_t *number, sy_diag *d);
void sy_cases_free(sy_cases *c);

// What is known of an aspect on the devices of a target.
enum sy_known { SY_NO, SY_YES, SY_MAYBE };
enum sy_known sy_target_knows(const sy_target *t, uint32_t aspect);
// Given that a device has an aspect: another one that it then surely has or lacks.
enum sy_known sy_aspect_implies(uint32_t has, uint32_t other);
// Whether some device of the target may be in one of the cases; no cases: all are. masked: a device may
// pretend to lack what it has (SYCC_MASK_ASPECTS).
bool sy_cases_possible(const sy_cases *c, const sy_target *t, bool masked);

#endif
