// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device configuration files, -fsycl-device-config-file=: targets that a user adds or changes.
//
//   intel_gpu_skl:
//     aspects: [gpu, fp16, 6]            # names of sycl::aspect, or their numbers
//     may_support_other_aspects: false
//     sub-group-sizes: [8, 16, 32]
//     max-work-group-size: 256
//     aot-toolchain: ocloc
//     aot-toolchain-options: -device skl
//     aot-toolchain-revision_id: 4       # -revision_id 4, after the options above
//
// docs/devices.md is the reference.
#ifndef SY_DEVICES_YAML_OVERLAY_H
#define SY_DEVICES_YAML_OVERLAY_H

#include "devices/devices.h"

// Changes *all as the text says; `file` is its name in diagnostics. Reports every mistake; on failure *all
// may hold some of the changes.
bool sy_devices_read_yaml(sy_devices *all, sy_view text, const char *file, sy_diag *d);
// The same for a file; a null path changes nothing.
bool sy_devices_read_file(sy_devices *all, const char *path, sy_diag *d);

#endif
