// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device that is chosen by default, where that is known without opening any driver.
//
// Opening the drivers of a machine takes tens of milliseconds and of megabytes, and most programs on a
// machine without a GPU then run on the native CPU. A GPU or an accelerator that a program can reach has a
// file in /dev; where there is none, no driver can have a device that is preferred to the native CPU. A
// driver that breaks this rule (one for devices of other machines, an emulator) is looked at when the device
// selector names other devices than the native CPU: '*:*' names all.
#include "runtime/devices.h"

#include "base/count.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>

static const struct {
  const char *folder; // each is read once
  const char *names[12];
} nodes[] = {
    {"/dev/dri", {"renderD*"}}, // GPUs of Intel, AMD and others, and FPGAs of AMD
    {"/dev/accel", {"*"}},      // accelerators
    {"/dev",
     {"nvidia[0-9]*", "nvhost-gpu", "nvgpu", // NVIDIA
      "kfd",                                 // AMD
      "dxg",                                 // any GPU, under WSL
      "mali*", "kgsl*",                      // GPUs of ARM and Qualcomm
      "intel-fpga*", "dfl-fme*", "aclpci*", "xclmgmt*"}},
};

static bool fits_patterns(const char *name, const char *const *patterns) {
  for (; *patterns; patterns++)
    if (!fnmatch(*patterns, name, FNM_PERIOD))
      return true;
  return false;
}

size_t sycc_device_file(size_t index, char *path, size_t room) {
  int found = 0;
  for (size_t i = 0; i < SY_COUNT(nodes) && !found; i++) {
    DIR *folder = opendir(nodes[i].folder);
    for (const struct dirent *e; folder && !found && (e = readdir(folder));)
      if (fits_patterns(e->d_name, nodes[i].names) && !index--)
        found = snprintf(path, room, "%s/%s", nodes[i].folder, e->d_name);
    if (folder)
      closedir(folder);
  }
  return (size_t)found;
}

static bool has_node(void) {
  char path[1];
  return sycc_device_file(0, path, sizeof path);
}

// Whether some device could be preferred to the native CPU, which is d.
static bool could_be_better(const sycc_device *d, sycc_default wanted) {
  if (wanted == SYCC_DEFAULT_PLAIN)
    return false;
  if (!sycc_device_has_code(d))
    return true;
  if (wanted == SYCC_DEFAULT_CPU || !sy_devices_may_be_others())
    return false;
  return sycc_device_selector(NULL) || has_node();
}

sycc_device *sycc_device_default(sycc_default wanted) {
  sycc_device *d = sy_devices_host();
  return d && !could_be_better(d, wanted) ? d : NULL;
}
