// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of devices: clCreateSubDevices.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"

#include <stdlib.h>

enum { MOST_PARTS = 1024 };

// OpenCL's bits of affinity domains are the numbers of SYCL's enumeration, less one.
static cl_device_partition_property domain_bit(size_t domain) {
  return (cl_device_partition_property)1 << (domain - 1);
}

// OpenCL's list that says how; room has space for it.
static void cl_sub_devices_describe(sycc_partition how, const size_t *counts, size_t n,
                                    cl_device_partition_property *room) {
  static const cl_device_partition_property ways[] = {
      [SYCC_PARTITION_EQUALLY] = CL_DEVICE_PARTITION_EQUALLY,
      [SYCC_PARTITION_BY_COUNTS] = CL_DEVICE_PARTITION_BY_COUNTS,
      [SYCC_PARTITION_BY_DOMAIN] = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
  };
  *room++ = ways[how];
  for (size_t i = 0; i < n; i++)
    *room++ =
        how == SYCC_PARTITION_BY_DOMAIN ? domain_bit(counts[i]) : (cl_device_partition_property)counts[i];
  if (how == SYCC_PARTITION_BY_COUNTS)
    *room++ = CL_DEVICE_PARTITION_BY_COUNTS_LIST_END;
  *room = 0;
}

// Which domain it was: the user may have asked for the next one that there is.
static uint64_t domain_of(cl_device_id id) {
  cl_device_partition_property how[MOST_PARTS] = {0};
  if (sy_cl.GetDeviceInfo(id, CL_DEVICE_PARTITION_TYPE, sizeof how, how, NULL) ||
      how[0] != CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
    return 0;
  for (size_t domain = 1; domain <= 5; domain++)
    if (how[1] == domain_bit(domain))
      return domain;
  return 0;
}

// Whether the device can be in the context of what it is a part of: OpenCL leaves that to the driver.
static bool shares(sy_cl_device *parent, cl_device_id id) {
  cl_context context;
  cl_int e;
  if (sy_cl_context(parent, &context))
    return false;
  cl_command_queue q = sy_cl.CreateCommandQueue(context, id, 0, &e);
  if (!e)
    sy_cl.ReleaseCommandQueue(q);
  return !e;
}

static sycc_status adopt(sycc_device *parent, cl_uint n, const cl_device_id *ids, sycc_device ***out) {
  sy_cl_device *p = sy_cl_of(parent);
  *out = calloc(n, sizeof **out);
  sycc_device *devices = calloc(n, sizeof *devices);
  sy_cl_device *own = calloc(n, sizeof *own);
  bool together = n && shares(p, ids[0]);
  bool ok = *out && devices && own;
  for (cl_uint i = 0; i < n && ok; i++) {
    sy_cl_device_init(&devices[i], &own[i], parent->platform, p->platform, ids[i]);
    own[i].space = together ? p->space : sy_cl_space_new(1, &ids[i]);
    ok = own[i].space;
    devices[i].number[SYCC_DEVICE_PARTITION_TYPE_DOMAIN] = domain_of(ids[i]);
    (*out)[i] = &devices[i];
  }
  if (ok)
    return SYCC_success;
  free(*out);
  free(devices);
  free(own);
  return sy_error_no_memory("sub-devices");
}

sycc_status sy_cl_divide(sycc_device *parent, sycc_partition how, const size_t *counts, size_t n,
                         sycc_device ***out, size_t *count) {
  cl_device_partition_property *list = malloc((n + 3) * sizeof *list);
  cl_device_id ids[MOST_PARTS];
  cl_uint made = 0;
  if (!list)
    return sy_error_no_memory("a list of sub-devices");
  cl_sub_devices_describe(how, counts, n, list);
  cl_int e = sy_cl.CreateSubDevices(sy_cl_of(parent)->id, list, MOST_PARTS, ids, &made);
  free(list);
  if (e)
    return sy_cl_fail(e, "device '%s' can't be divided", parent->text[SYCC_DEVICE_NAME]);
  *count = made;
  return adopt(parent, made, ids, out);
}
