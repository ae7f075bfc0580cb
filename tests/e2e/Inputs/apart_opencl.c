// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A layer of the OpenCL loader (OPENCL_LAYERS=this library) that keeps the memory of every device apart from the host's, while the drivers below go
// on running kernels. What the specification leaves undefined is wrong data here, or a crash, so that a copy that a program leaves out shows:
//
//   memory objects      have storage of their own, whatever host pointer they are made with; it begins as POISON
//   CL_MEM_USE_HOST_PTR the host's bytes are POISON but while they are mapped
//   mapped memory       is a copy, which goes back when it is unmapped
//   reads               fill their destination with POISON until they are done
//   USM of the device   can't be touched by the host: its pages are closed but while a command runs
//
// APART_USM=none: devices have no USM; device: they have only that of the device; all (the default): what the driver has. CL_DEVICE_NAME says "memory apart".
// APART_GROUPS=none: devices have no work-group functions and no sub-groups, and refuse SPIR-V that uses some; sub: they have sub-groups.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <CL/cl_ext.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { POISON = 0xa5, PAGE = 4096 };

static const cl_icd_dispatch *below;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool usm_is(const char *mode) {
  const char *is = getenv("APART_USM");
  return !strcmp(is && *is ? is : "all", mode);
}

// ---- what runs: USM of the device is open meanwhile ---------------------------------------------------

typedef struct allocation {
  struct allocation *next;
  char *base, *ptr; // the driver's, and its first page
  size_t bytes;     // whole pages
} allocation;

// A command under way.
typedef struct watch {
  struct watch *next;
  cl_event event; // retained; null: not enqueued yet
} watch;

static allocation *allocations;
static watch *watches;

static void protect(const allocation *a, bool open) {
  mprotect(a->ptr, a->bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

static void protect_all(bool open) {
  for (const allocation *a = allocations; a; a = a->next)
    protect(a, open);
}

static watch *begin(void) {
  watch *w = calloc(1, sizeof *w);
  pthread_mutex_lock(&mutex);
  if (!watches)
    protect_all(true);
  w->next = watches;
  watches = w;
  pthread_mutex_unlock(&mutex);
  return w;
}

// ended: an event that is known to have happened, though the driver may not say so yet.
static bool is_over(const watch *w, cl_event ended) {
  cl_int status = CL_QUEUED;
  if (w->event == ended)
    return ended;
  if (w->event)
    below->clGetEventInfo(w->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  return status <= CL_COMPLETE;
}

// Before the host gets to know that something has ended: an event, or null. dropped: what could not be enqueued.
static void settle(cl_event ended, const watch *dropped) {
  pthread_mutex_lock(&mutex);
  for (watch **at = &watches; *at;) {
    watch *w = *at;
    if (w != dropped && !is_over(w, ended)) {
      at = &w->next;
      continue;
    }
    *at = w->next;
    if (w->event)
      below->clReleaseEvent(w->event);
    free(w);
  }
  if (!watches)
    protect_all(false);
  pthread_mutex_unlock(&mutex);
}

// e is ours to release where the caller wants none.
static cl_int enqueued(watch *w, cl_int error, cl_event e, bool ours) {
  if (error) {
    settle(NULL, w);
    return error;
  }
  if (!ours)
    below->clRetainEvent(e);
  pthread_mutex_lock(&mutex);
  w->event = e;
  pthread_mutex_unlock(&mutex);
  return CL_SUCCESS;
}
#define WATCHED(call)                                                                                        \
  cl_event own, *to = event ? event : &own;                                                                  \
  watch *w = begin();                                                                                        \
  cl_int error = call;                                                                                       \
  return enqueued(w, error, error ? NULL : *to, !event)

static cl_int CL_API_CALL launch(cl_command_queue q, cl_kernel k, cl_uint dims, const size_t *offset, const size_t *global,
                                 const size_t *local, cl_uint n, const cl_event *waits, cl_event *event) {
  WATCHED(below->clEnqueueNDRangeKernel(q, k, dims, offset, global, local, n, waits, to));
}
static cl_int CL_API_CALL svm_copy(cl_command_queue q, cl_bool blocking, void *dst, const void *src, size_t bytes, cl_uint n,
                                   const cl_event *waits, cl_event *event) {
  WATCHED(below->clEnqueueSVMMemcpy(q, blocking, dst, src, bytes, n, waits, to));
}
static cl_int CL_API_CALL svm_fill(cl_command_queue q, void *dst, const void *pattern, size_t size, size_t bytes, cl_uint n,
                                   const cl_event *waits, cl_event *event) {
  WATCHED(below->clEnqueueSVMMemFill(q, dst, pattern, size, bytes, n, waits, to));
}

typedef struct callback {
  void(CL_CALLBACK *function)(cl_event, cl_int, void *);
  void *data;
} callback;

static void CL_CALLBACK call_back(cl_event e, cl_int status, void *data) {
  callback c = *(callback *)data;
  free(data);
  settle(status <= CL_COMPLETE ? e : NULL, NULL);
  c.function(e, status, c.data);
}
static cl_int CL_API_CALL set_callback(cl_event e, cl_int status, void(CL_CALLBACK *function)(cl_event, cl_int, void *), void *data) {
  callback *c = malloc(sizeof *c);
  *c = (callback){function, data};
  cl_int error = below->clSetEventCallback(e, status, call_back, c);
  if (error)
    free(c);
  return error;
}
static cl_int CL_API_CALL wait(cl_uint n, const cl_event *events) {
  cl_int e = below->clWaitForEvents(n, events);
  settle(NULL, NULL);
  return e;
}
static cl_int CL_API_CALL event_info(cl_event e, cl_event_info what, size_t room, void *to, size_t *size) {
  cl_int error = below->clGetEventInfo(e, what, room, to, size);
  if (!error && to && what == CL_EVENT_COMMAND_EXECUTION_STATUS && *(const cl_int *)to <= CL_COMPLETE)
    settle(e, NULL);
  return error;
}
static cl_int CL_API_CALL finish(cl_command_queue q) {
  cl_int e = below->clFinish(q);
  settle(NULL, NULL);
  return e;
}

// ---- USM ----------------------------------------------------------------------------------------------

// base has room for the bytes and two pages.
static void *close_pages(void *base, size_t bytes) {
  allocation *a = base ? malloc(sizeof *a) : NULL;
  if (!a)
    return NULL;
  char *first = (char *)(((uintptr_t)base + PAGE - 1) / PAGE * PAGE);
  *a = (allocation){allocations, base, first, (bytes + PAGE - 1) / PAGE * PAGE};
  memset(a->ptr, POISON, a->bytes);
  pthread_mutex_lock(&mutex);
  a->next = allocations;
  allocations = a;
  if (!watches)
    protect(a, false);
  pthread_mutex_unlock(&mutex);
  return a->ptr;
}

// The driver's pointer, for it to free.
static void *open_pages(void *ptr) {
  pthread_mutex_lock(&mutex);
  allocation **at = &allocations, *found;
  while (*at && (*at)->ptr != ptr)
    at = &(*at)->next;
  found = *at;
  if (found) {
    *at = found->next;
    protect(found, true);
    memset(found->ptr, POISON, found->bytes);
    ptr = found->base;
    free(found);
  }
  pthread_mutex_unlock(&mutex);
  return ptr;
}

static void *base_of(void *ptr) {
  pthread_mutex_lock(&mutex);
  for (const allocation *a = allocations; a; a = a->next)
    if (a->ptr == ptr)
      ptr = a->base;
  pthread_mutex_unlock(&mutex);
  return ptr;
}

static void *CL_API_CALL svm_alloc(cl_context c, cl_svm_mem_flags flags, size_t bytes, cl_uint align) {
  if (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER)
    return below->clSVMAlloc(c, flags, bytes, align);
  return close_pages(below->clSVMAlloc(c, flags, bytes + 2 * PAGE, align), bytes);
}
static void CL_API_CALL svm_free(cl_context c, void *ptr) {
  below->clSVMFree(c, open_pages(ptr));
}
static cl_int CL_API_CALL exec_info(cl_kernel k, cl_kernel_exec_info what, size_t size, const void *value) {
  size_t n = what == CL_KERNEL_EXEC_INFO_SVM_PTRS ? size / sizeof(void *) : 0;
  void **list = n ? malloc(size) : NULL;
  for (size_t i = 0; list && i < n; i++)
    list[i] = base_of(((void *const *)value)[i]);
  cl_int e = below->clSetKernelExecInfo(k, what, size, list ? list : value);
  free(list);
  return e;
}

// Intel's extension; of one driver at a time.
static struct {
  clHostMemAllocINTEL_fn host_alloc;
  clDeviceMemAllocINTEL_fn device_alloc;
  clSharedMemAllocINTEL_fn shared_alloc;
  clMemFreeINTEL_fn free;
  clMemBlockingFreeINTEL_fn blocking_free;
  clEnqueueMemcpyINTEL_fn memcpy;
  clEnqueueMemFillINTEL_fn fill;
} intel;

static void *CL_API_CALL host_alloc(cl_context c, const cl_mem_properties_intel *p, size_t bytes, cl_uint align, cl_int *e) {
  if (usm_is("all"))
    return intel.host_alloc(c, p, bytes, align, e);
  *e = CL_INVALID_OPERATION;
  return NULL;
}
static void *CL_API_CALL shared_alloc(cl_context c, cl_device_id d, const cl_mem_properties_intel *p, size_t bytes, cl_uint align,
                                      cl_int *e) {
  if (usm_is("all"))
    return intel.shared_alloc(c, d, p, bytes, align, e);
  *e = CL_INVALID_OPERATION;
  return NULL;
}
static void *CL_API_CALL device_alloc(cl_context c, cl_device_id d, const cl_mem_properties_intel *p, size_t bytes, cl_uint align,
                                      cl_int *e) {
  return align > PAGE ? intel.device_alloc(c, d, p, bytes, align, e)
                      : close_pages(intel.device_alloc(c, d, p, bytes + 2 * PAGE, align, e), bytes);
}
static cl_int CL_API_CALL usm_free(cl_context c, void *ptr) {
  return intel.free(c, open_pages(ptr));
}
static cl_int CL_API_CALL usm_blocking_free(cl_context c, void *ptr) {
  return intel.blocking_free(c, open_pages(ptr));
}
static cl_int CL_API_CALL usm_copy(cl_command_queue q, cl_bool blocking, void *dst, const void *src, size_t bytes, cl_uint n,
                                   const cl_event *waits, cl_event *event) {
  WATCHED(intel.memcpy(q, blocking, dst, src, bytes, n, waits, to));
}
static cl_int CL_API_CALL usm_fill(cl_command_queue q, void *dst, const void *pattern, size_t size, size_t bytes, cl_uint n,
                                   const cl_event *waits, cl_event *event) {
  WATCHED(intel.fill(q, dst, pattern, size, bytes, n, waits, to));
}

static void *CL_API_CALL find_function(cl_platform_id p, const char *name) {
  static const struct {
    const char *name;
    void **from, *ours;
  } functions[] = {
      {"clHostMemAllocINTEL", (void **)&intel.host_alloc, host_alloc},
      {"clDeviceMemAllocINTEL", (void **)&intel.device_alloc, device_alloc},
      {"clSharedMemAllocINTEL", (void **)&intel.shared_alloc, shared_alloc},
      {"clMemFreeINTEL", (void **)&intel.free, usm_free},
      {"clMemBlockingFreeINTEL", (void **)&intel.blocking_free, usm_blocking_free},
      {"clEnqueueMemcpyINTEL", (void **)&intel.memcpy, usm_copy},
      {"clEnqueueMemFillINTEL", (void **)&intel.fill, usm_fill},
  };
  void *found = below->clGetExtensionFunctionAddressForPlatform(p, name);
  for (size_t i = 0; found && i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, name)) {
      *functions[i].from = found;
      return functions[i].ours;
    }
  return found;
}

// ---- memory objects -----------------------------------------------------------------------------------

// One that was made with CL_MEM_USE_HOST_PTR, or a part of one.
typedef struct lent {
  struct lent *next;
  cl_mem memory;
  char *host;
} lent;
typedef struct mapping {
  struct mapping *next;
  cl_mem memory;
  char *host;
  size_t offset, bytes;
  bool writes, ours; // ours: to free
} mapping;

static lent *lents;
static mapping *mappings;

static void CL_CALLBACK forget(cl_mem m, void *data) {
  (void)m;
  pthread_mutex_lock(&mutex);
  lent **at = &lents;
  while (*at != data)
    at = &(*at)->next;
  *at = (*at)->next;
  pthread_mutex_unlock(&mutex);
  free(data);
}

static void remember(cl_mem m, char *host) {
  lent *l = malloc(sizeof *l);
  pthread_mutex_lock(&mutex);
  *l = (lent){lents, m, host};
  lents = l;
  pthread_mutex_unlock(&mutex);
  below->clSetMemObjectDestructorCallback(m, forget, l);
}

static char *host_of(cl_mem m) {
  pthread_mutex_lock(&mutex);
  const lent *l = lents;
  while (l && l->memory != m)
    l = l->next;
  pthread_mutex_unlock(&mutex);
  return l ? l->host : NULL;
}

static cl_mem CL_API_CALL create_buffer(cl_context c, cl_mem_flags flags, size_t bytes, void *host, cl_int *e) {
  const cl_mem_flags copied = (flags & ~(cl_mem_flags)(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR)) | CL_MEM_COPY_HOST_PTR;
  void *poison = host ? NULL : malloc(bytes);
  if (poison)
    memset(poison, POISON, bytes);
  cl_mem m = below->clCreateBuffer(c, poison || host ? copied : flags, bytes, host ? host : poison, e);
  free(poison);
  if (m && flags & CL_MEM_USE_HOST_PTR) {
    remember(m, host);
    memset(host, POISON, bytes);
  }
  return m;
}

static cl_mem CL_API_CALL create_part(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *e) {
  cl_mem m = below->clCreateSubBuffer(whole, flags, type, info, e);
  char *host = host_of(whole);
  if (m && host && type == CL_BUFFER_CREATE_TYPE_REGION)
    remember(m, host + ((const cl_buffer_region *)info)->origin);
  return m;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t bytes, void *ptr, cl_uint n,
                                      const cl_event *waits, cl_event *event) {
  cl_command_queue_properties is = 0;
  below->clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof is, &is, NULL);
  if (!n && is & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) // nothing before it needs those bytes
    memset(ptr, POISON, bytes);
  return below->clEnqueueReadBuffer(q, m, blocking, offset, bytes, ptr, n, waits, event);
}

static void *CL_API_CALL map_buffer(cl_command_queue q, cl_mem m, cl_bool blocking, cl_map_flags flags, size_t offset, size_t bytes,
                                    cl_uint n, const cl_event *waits, cl_event *event, cl_int *error) {
  mapping *made = malloc(sizeof *made);
  char *host = host_of(m);
  *made = (mapping){.memory = m, .host = host ? host + offset : malloc(bytes), .offset = offset, .bytes = bytes};
  made->ours = !host;
  made->writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  cl_int e = below->clEnqueueReadBuffer(q, m, blocking, offset, bytes, made->host, n, waits, event);
  if (error)
    *error = e;
  pthread_mutex_lock(&mutex);
  made->next = mappings;
  mappings = made;
  pthread_mutex_unlock(&mutex);
  return e ? NULL : made->host;
}

static mapping *take_mapping(cl_mem m, const void *ptr) {
  pthread_mutex_lock(&mutex);
  mapping **at = &mappings, *found;
  while (*at && ((*at)->memory != m || (*at)->host != ptr))
    at = &(*at)->next;
  if ((found = *at))
    *at = found->next;
  pthread_mutex_unlock(&mutex);
  return found;
}

// Waits, since the host's bytes are POISON from now on.
static cl_int CL_API_CALL unmap(cl_command_queue q, cl_mem m, void *ptr, cl_uint n, const cl_event *waits, cl_event *event) {
  mapping *was = take_mapping(m, ptr);
  cl_event done;
  if (!was)
    return CL_INVALID_VALUE;
  cl_int e = was->writes ? below->clEnqueueWriteBuffer(q, m, CL_FALSE, was->offset, was->bytes, was->host, n, waits, &done)
                         : below->clEnqueueMarkerWithWaitList(q, n, waits, &done);
  if (!e)
    e = below->clWaitForEvents(1, &done);
  memset(was->host, POISON, was->bytes);
  if (was->ours)
    free(was->host);
  free(was);
  if (!e && event)
    *event = done;
  else if (!e)
    below->clReleaseEvent(done);
  return e;
}

// ---- group functions ----------------------------------------------------------------------------------

static bool groups_are(const char *mode) {
  const char *is = getenv("APART_GROUPS");
  return !strcmp(is && *is ? is : "all", mode);
}

// Whether a module needs functions of groups; with sub-groups, of work-groups alone, whose instructions look alike.
static bool uses_groups(const uint32_t *words, size_t n) {
  enum { HEADER = 5, CAPABILITY = 17, GROUPS = 18, CONSTANT = 43, DECORATE = 71, BUILT_IN = 11, FIRST = 261, LAST = 271 };
  uint32_t *values = calloc(words[3] + 1, sizeof *values);
  bool found = false;
  for (size_t i = HEADER; i < n && words[i] >> 16; i += words[i] >> 16) {
    const uint32_t *w = words + i, op = w[0] & 0xffff;
    if (op == CONSTANT)
      values[w[2]] = w[3];
    if (groups_are("none"))
      found |= (op == CAPABILITY && w[1] == GROUPS) || (op == DECORATE && w[2] == BUILT_IN && w[3] >= 36 && w[3] <= 41);
    found |= op >= FIRST && op <= LAST && (groups_are("none") || values[w[3]] == 2);
  }
  free(values);
  return found;
}

static cl_program CL_API_CALL create_program(cl_context c, const void *il, size_t bytes, cl_int *e) {
  if (groups_are("all") || !uses_groups(il, bytes / sizeof(uint32_t)))
    return below->clCreateProgramWithIL(c, il, bytes, e);
  *e = CL_INVALID_VALUE;
  return NULL;
}

// ---- what devices say ---------------------------------------------------------------------------------

static void leave_out(char *list, const char *name) {
  for (char *at = strstr(list, name); at; at = strstr(at, name))
    memmove(at, at + strlen(name), strlen(at + strlen(name)) + 1);
}

// The driver's text with a change, in a copy that the caller frees; null: the driver does not know.
static char *changed_text(cl_device_id d, cl_device_info what) {
  static const char more[] = ", memory apart";
  size_t n = 0;
  char *s = below->clGetDeviceInfo(d, what, 0, NULL, &n) ? NULL : calloc(1, n + sizeof more);
  if (s && below->clGetDeviceInfo(d, what, n, s, NULL)) {
    free(s);
    return NULL;
  }
  if (s && what == CL_DEVICE_NAME)
    strcat(s, more);
  if (s && what == CL_DEVICE_EXTENSIONS && usm_is("none"))
    leave_out(s, "cl_intel_unified_shared_memory");
  if (s && what == CL_DEVICE_EXTENSIONS && groups_are("none")) {
    leave_out(s, "cl_khr_subgroups ");
    leave_out(s, "cl_intel_subgroups ");
    leave_out(s, "cl_intel_required_subgroup_size");
  }
  return s;
}

static cl_int answer(const void *data, size_t n, size_t room, void *to, size_t *size) {
  if (size)
    *size = n;
  if (to && room < n)
    return CL_INVALID_VALUE;
  if (to)
    memcpy(to, data, n);
  return CL_SUCCESS;
}

// What of a number, which says what a device has, is left.
static uint64_t number_left(cl_device_info what) {
  const bool all = usm_is("all"), none = usm_is("none");
  switch (what) {
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return groups_are("all") ? UINT64_MAX : 0;
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    return groups_are("none") ? 0 : UINT64_MAX;
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    return 0;
  case CL_DEVICE_SVM_CAPABILITIES:
    return none ? 0 : all ? ~(uint64_t)CL_DEVICE_SVM_FINE_GRAIN_SYSTEM : CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    return all ? UINT64_MAX : 0;
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
    return none ? 0 : UINT64_MAX;
  default:
    return UINT64_MAX;
  }
}

static cl_int CL_API_CALL device_info(cl_device_id d, cl_device_info what, size_t room, void *to, size_t *size) {
  uint64_t number = 0, left = number_left(what);
  size_t n = sizeof number;
  if (left != UINT64_MAX) {
    cl_int e = below->clGetDeviceInfo(d, what, sizeof number, &number, &n);
    number &= left;
    return e ? e : answer(&number, n, room, to, size);
  }
  char *text = what == CL_DEVICE_NAME || what == CL_DEVICE_EXTENSIONS ? changed_text(d, what) : NULL;
  if (!text)
    return below->clGetDeviceInfo(d, what, room, to, size);
  cl_int e = answer(text, strlen(text) + 1, room, to, size);
  free(text);
  return e;
}

// ---- the layer ----------------------------------------------------------------------------------------

#define LOADER_CALLS __attribute__((visibility("default")))

LOADER_CALLS cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void *to, size_t *size) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  static const char name[] = "memory apart";
  return what == CL_LAYER_API_VERSION ? answer(&version, sizeof version, room, to, size)
         : what == CL_LAYER_NAME      ? answer(name, sizeof name, room, to, size)
                                      : CL_INVALID_VALUE;
}

LOADER_CALLS cl_int CL_API_CALL clInitLayer(cl_uint n, const cl_icd_dispatch *target, cl_uint *n_out, const cl_icd_dispatch **out) {
  static cl_icd_dispatch table;
  below = target;
  memcpy(&table, target, n * sizeof(void *) < sizeof table ? n * sizeof(void *) : sizeof table);
  table.clEnqueueNDRangeKernel = launch;
  table.clSetEventCallback = set_callback;
  table.clWaitForEvents = wait;
  table.clGetEventInfo = event_info;
  table.clFinish = finish;
  table.clEnqueueSVMMemcpy = svm_copy;
  table.clEnqueueSVMMemFill = svm_fill;
  table.clSVMAlloc = svm_alloc;
  table.clSVMFree = svm_free;
  table.clSetKernelExecInfo = exec_info;
  table.clGetExtensionFunctionAddressForPlatform = find_function;
  table.clCreateBuffer = create_buffer;
  table.clCreateSubBuffer = create_part;
  table.clEnqueueReadBuffer = read_buffer;
  table.clEnqueueMapBuffer = map_buffer;
  table.clEnqueueUnmapMemObject = unmap;
  table.clGetDeviceInfo = device_info;
  table.clCreateProgramWithIL = create_program;
  *n_out = sizeof table / sizeof(void *);
  *out = &table;
  return CL_SUCCESS;
}
