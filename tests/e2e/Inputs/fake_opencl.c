// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A libOpenCL.so.1 with one GPU that takes SPIR-V and runs no kernels. FAKE_FAIL=clName makes each call of that function fail with
// CL_OUT_OF_RESOURCES, FAKE_STATUS=-5 makes kernels end like that, FAKE_CODE=none takes the SPIR-V away, FAKE_ARCH=none the architecture,
// FAKE_NAME is the device's name, FAKE_TYPE=cpu makes it a CPU with the host's memory, FAKE_USM=intel gives it Intel's USM, coarse and fine shared
// virtual memory; FAKE_LONG_LOG makes the log of a build long. FAKE_HOLD=1: kernels don't end before one with a single work-item is launched;
// FAKE_STATUS is then how the first of all ends, and none runs whose predecessor, in a wait list or a queue in order, has failed. FAKE_CHOKES=name makes builds of
// modules fail that hold this name, FAKE_REFUSES=name does not even take them; FAKE_LOADS=library loads and unloads it wherever a driver
// may load one. FAKE_PREPARES=1: the device needs three seconds for a kernel before it runs, and does not survive an exit() meanwhile.
// FAKE_ENDS=1: exit() ends the driver, which takes three seconds, and it does not survive a launch meanwhile or later. FAKE_QUIET prints nothing. Prints programs and launches.
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char handle[8]; // the address of one of them is a handle of any type
static struct {
  int references;
} user_kernel; // the kernel that is called so: what is done to it is printed
struct memory {
  size_t bytes;
  char *data;
  int is_lent; // by another one, or by the caller
  void(CL_CALLBACK *destroyed)(cl_mem, void *);
  void *of_destroyed;
};
struct event {
  cl_int status; // above CL_COMPLETE: is held
  int refs;
  void(CL_CALLBACK *call)(cl_event, cl_int, void *);
  void *data;
  cl_uint wait_count;
  struct event *waits[8];
};

static cl_int fails(const char *name) {
  const char *wanted = getenv("FAKE_FAIL");
  return wanted && !strcmp(wanted, name) ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}
#define MAY_FAIL                                                                                             \
  if (fails(__func__))                                                                                       \
  return CL_OUT_OF_RESOURCES
#define MAKE(value)                                                                                          \
  *e = fails(__func__);                                                                                      \
  return *e ? NULL : (void *)(value)

// How often this thread has called what a command needs, since it asked the last time. Says whether that was more than so many times, or something that
// no thread need do which waits.
static _Thread_local struct {
  const char *name;
  int times;
} calls[32];
static void called(const char *name) {
  int i = 0;
  while (calls[i].name && strcmp(calls[i].name, name))
    i++;
  calls[i].name = name;
  calls[i].times++;
}
#define COUNTED called(__func__)
void fake_calls(const char *what, int most) {
  int sum = 0;
  for (int i = 0; calls[i].name; i++)
    sum += strcmp(calls[i].name, "clSetEventCallback") && strcmp(calls[i].name, "clRetainEvent") ? calls[i].times : most + 1;
  if (what)
    printf("%s: %s", what, sum <= most ? "ok" : "TOO MANY");
  for (int i = 0; what && sum > most && calls[i].name; i++)
    printf(", %s %d", calls[i].name, calls[i].times);
  if (what)
    printf("\n");
  memset(calls, 0, sizeof calls);
}

static void load(void) {
  const char *library = getenv("FAKE_LOADS");
  void *l = library ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (l)
    dlclose(l);
}
#define printf(...) (getenv("FAKE_QUIET") ? 0 : printf(__VA_ARGS__))

static cl_int answer(const void *data, size_t n, size_t room, void *to, size_t *size) {
  if (size)
    *size = n;
  if (to && room < n)
    return CL_INVALID_VALUE;
  if (to)
    memcpy(to, data, n);
  return CL_SUCCESS;
}
#define TEXT(s) answer(s, strlen(s) + 1, room, to, size)
#define NUMBER(type, v) answer(&(type){v}, sizeof(type), room, to, size)

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *out, cl_uint *count) {
  MAY_FAIL;
  if (out)
    *out = (cl_platform_id)&handle[0];
  *count = 1;
  return CL_SUCCESS;
}
cl_int clGetPlatformInfo(cl_platform_id p, cl_platform_info what, size_t room, void *to, size_t *size) {
  return TEXT(what == CL_PLATFORM_NAME ? "fake platform" : "fake");
}
cl_int clGetDeviceIDs(cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *out, cl_uint *count) {
  MAY_FAIL;
  *out = (cl_device_id)&handle[1];
  *count = 1;
  return CL_SUCCESS;
}
static int usm(const char *kind) {
  const char *has = getenv("FAKE_USM");
  return has && !strcmp(has, kind);
}
static int is_cpu(void) {
  const char *type = getenv("FAKE_TYPE");
  return type && !strcmp(type, "cpu");
}
cl_int clGetDeviceInfo(cl_device_id d, cl_device_info what, size_t room, void *to, size_t *size) {
  COUNTED;
  const char *code = getenv("FAKE_CODE");
  switch (what) {
  case CL_DEVICE_TYPE:
    return NUMBER(cl_device_type, is_cpu() ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU);
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return NUMBER(cl_bool, is_cpu());
  case CL_DEVICE_QUEUE_PROPERTIES:
    return NUMBER(cl_command_queue_properties, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_NAME:
    return TEXT(getenv("FAKE_NAME") ? getenv("FAKE_NAME") : "fake GPU");
  case CL_DEVICE_IL_VERSION:
    return TEXT(code ? "" : "SPIR-V_1.2");
  case CL_DEVICE_EXTENSIONS:
    return TEXT(usm("intel") ? "cl_khr_fp64 cl_intel_unified_shared_memory" : "cl_khr_fp64 cl_khr_fp16x");
  case CL_DEVICE_SVM_CAPABILITIES:
    return usm("coarse") || usm("fine") ? NUMBER(cl_device_svm_capabilities,
                                                 CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | (usm("fine") ? CL_DEVICE_SVM_FINE_GRAIN_BUFFER : 0))
                                        : CL_INVALID_VALUE;
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
    return NUMBER(cl_bitfield, CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL);
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    return NUMBER(cl_bitfield, CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL);
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return NUMBER(size_t, 64);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return answer((size_t[]){64, 64, 64}, 3 * sizeof(size_t), room, to, size);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return NUMBER(cl_ulong, 1 << 16);
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return NUMBER(cl_ulong, 1 << 30);
  case CL_DEVICE_IP_VERSION_INTEL:
    if (getenv("FAKE_ARCH"))
      break;
    return NUMBER(cl_uint, 9 << 22 | 9); // 9.0.9, skl
  }
  return CL_INVALID_VALUE;
}
static cl_int happen(cl_event *out, cl_int status);
static char *usm_list[256]; // what is allocated now
static int usm_count;
static pthread_mutex_t usm_lock = PTHREAD_MUTEX_INITIALIZER;

static void *list_memory(void *p) {
  pthread_mutex_lock(&usm_lock);
  if (usm_count == sizeof usm_list / sizeof *usm_list) {
    fprintf(stderr, "more memory at a time than the fake driver can list\n");
    abort();
  }
  usm_list[usm_count++] = p;
  pthread_mutex_unlock(&usm_lock);
  return p;
}
static void unlist_memory(void *p) {
  pthread_mutex_lock(&usm_lock);
  for (int i = 0; i < usm_count; i++)
    if (usm_list[i] == p)
      usm_list[i--] = usm_list[--usm_count];
  pthread_mutex_unlock(&usm_lock);
}
static void *get(const char *kind, size_t n, cl_uint align, cl_int *e) {
  printf("%s of %zu, aligned to %u\n", kind, n, align);
  load();
  *e = fails("clMemAllocINTEL");
  return *e ? NULL : list_memory(aligned_alloc(align ? align : 64, (n + 4095) / 4096 * 4096));
}
// Drivers take fills of their own memory alone, and some end the program over other addresses.
static void check_own(const void *p, size_t n) {
  for (int i = 0; i < usm_count; i++)
    if ((const char *)p >= usm_list[i] && (const char *)p < usm_list[i] + n + 4096)
      return;
  printf("fill of memory that is not the driver's\n");
  abort();
}
static void *host_alloc(cl_context c, const cl_mem_properties_intel *p, size_t n, cl_uint align, cl_int *e) { return get("host memory", n, align, e); }
static void *device_alloc(cl_context c, cl_device_id d, const cl_mem_properties_intel *p, size_t n, cl_uint align, cl_int *e) {
  return get("device memory", n, align, e);
}
static void *shared_alloc(cl_context c, cl_device_id d, const cl_mem_properties_intel *p, size_t n, cl_uint align, cl_int *e) {
  return get("shared memory", n, align, e);
}
static cl_int intel_free(cl_context c, void *p) {
  printf("free\n");
  unlist_memory(p);
  free(p);
  return CL_SUCCESS;
}
static cl_int set_pointer(cl_kernel k, cl_uint i, const void *p) { COUNTED; return CL_SUCCESS; }
static cl_int intel_memcpy(cl_command_queue q, cl_bool b, void *to, const void *from, size_t n, cl_uint w, const cl_event *l, cl_event *e) {
  COUNTED;
  load();
  memcpy(to, from, n);
  return happen(e, CL_COMPLETE);
}
static cl_int intel_fill(cl_command_queue q, void *to, const void *p, size_t pn, size_t n, cl_uint w, const cl_event *l, cl_event *e) {
  COUNTED;
  check_own(to, n);
  for (size_t i = 0; i < n; i += pn)
    memcpy((char *)to + i, p, pn);
  return happen(e, CL_COMPLETE);
}
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id p, const char *name) {
  static const struct {
    const char *name;
    void *function;
  } all[] = {{"clHostMemAllocINTEL", host_alloc},     {"clDeviceMemAllocINTEL", device_alloc},
             {"clSharedMemAllocINTEL", shared_alloc}, {"clMemBlockingFreeINTEL", intel_free},
             {"clSetKernelArgMemPointerINTEL", set_pointer}, {"clEnqueueMemcpyINTEL", intel_memcpy},
             {"clEnqueueMemFillINTEL", intel_fill}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(name, all[i].name))
      return all[i].function;
  return NULL;
}
void *clSVMAlloc(cl_context c, cl_svm_mem_flags f, size_t n, cl_uint align) {
  cl_int e;
  return get(f & CL_MEM_SVM_FINE_GRAIN_BUFFER ? "fine memory" : "coarse memory", n, align, &e);
}
void clSVMFree(cl_context c, void *p) { intel_free(c, p); }
cl_int clEnqueueSVMMemcpy(cl_command_queue q, cl_bool b, void *to, const void *from, size_t n, cl_uint w, const cl_event *l, cl_event *e) {
  return intel_memcpy(q, b, to, from, n, w, l, e);
}
cl_int clEnqueueSVMMemFill(cl_command_queue q, void *to, const void *p, size_t pn, size_t n, cl_uint w, const cl_event *l, cl_event *e) {
  return intel_fill(q, to, p, pn, n, w, l, e);
}
cl_int clSetKernelArgSVMPointer(cl_kernel k, cl_uint i, const void *p) { COUNTED; return CL_SUCCESS; }
cl_int clSetKernelExecInfo(cl_kernel k, cl_kernel_exec_info what, size_t n, const void *p) {
  COUNTED;
  if (what == CL_KERNEL_EXEC_INFO_SVM_PTRS)
    printf("kernel may reach %zu allocations\n", n / sizeof p);
  else
    printf("kernel may reach USM of kind %x\n", what);
  return CL_SUCCESS;
}

static int driver_is_gone;
static void end_driver(void) {
  driver_is_gone = 1;
  sleep(3);
}
cl_context clCreateContext(const cl_context_properties *p, cl_uint n, const cl_device_id *d,
                           void(CL_CALLBACK *f)(const char *, const void *, size_t, void *), void *data, cl_int *e) {
  load();
  if (getenv("FAKE_ENDS"))
    atexit(end_driver);
  MAKE(&handle[2]);
}
cl_int clCreateSubDevices(cl_device_id d, const cl_device_partition_property *p, cl_uint n, cl_device_id *out, cl_uint *made) {
  return CL_DEVICE_PARTITION_FAILED;
}
cl_int clRetainDevice(cl_device_id d) { return CL_SUCCESS; }
cl_int clRetainContext(cl_context c) { return CL_SUCCESS; }
cl_int clGetContextInfo(cl_context c, cl_context_info what, size_t room, void *to, size_t *size) { return CL_INVALID_CONTEXT; }
cl_int clRetainCommandQueue(cl_command_queue q) { return CL_SUCCESS; }
cl_int clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info what, size_t room, void *to, size_t *size) {
  return CL_INVALID_COMMAND_QUEUE;
}
cl_int clRetainMemObject(cl_mem m) { return CL_SUCCESS; }
cl_int clGetMemObjectInfo(cl_mem m, cl_mem_info what, size_t room, void *to, size_t *size) {
  const struct memory *of = (struct memory *)m;
  return what == CL_MEM_USES_SVM_POINTER ? NUMBER(cl_bool, of->is_lent)
         : what == CL_MEM_HOST_PTR       ? NUMBER(void *, of->data)
                                         : CL_INVALID_MEM_OBJECT;
}
cl_int clSetMemObjectDestructorCallback(cl_mem m, void(CL_CALLBACK *f)(cl_mem, void *), void *data) {
  MAY_FAIL;
  ((struct memory *)m)->destroyed = f;
  ((struct memory *)m)->of_destroyed = data;
  return CL_SUCCESS;
}
cl_event clCreateUserEvent(cl_context c, cl_int *e) { MAKE(&handle[6]); }
cl_int clSetUserEventStatus(cl_event e, cl_int status) { return CL_SUCCESS; }
static void keep(struct event *e) { __atomic_add_fetch(&e->refs, 1, __ATOMIC_RELAXED); }
cl_int clRetainEvent(cl_event e) {
  COUNTED;
  MAY_FAIL;
  keep((struct event *)e);
  return CL_SUCCESS;
}
cl_int clReleaseCommandQueue(cl_command_queue q) { return CL_SUCCESS; }
struct queue {
  int in_order;
  struct event *last; // that was held
};
cl_command_queue clCreateCommandQueue(cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *e) {
  struct queue *q = calloc(1, sizeof *q);
  q->in_order = !(p & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  MAKE(q);
}
cl_program clCreateProgramWithBinary(cl_context c, cl_uint n, const cl_device_id *d, const size_t *sizes, const unsigned char **b,
                                     cl_int *status, cl_int *e) {
  printf("binary\n");
  MAKE(&handle[4]);
}
static int holds(const void *il, size_t n, const char *variable) {
  const char *name = getenv(variable);
  return name && memmem(il, n, name, strlen(name));
}
static char choking; // the address of a program that can't be built
cl_program clCreateProgramWithIL(cl_context c, const void *il, size_t n, cl_int *e) {
  printf("SPIR-V %x\n", *(const unsigned *)il);
  if (holds(il, n, "FAKE_REFUSES"))
    return *e = CL_INVALID_BINARY, NULL;
  MAKE(holds(il, n, "FAKE_CHOKES") ? &choking : &handle[4]);
}
cl_int clBuildProgram(cl_program p, cl_uint n, const cl_device_id *d, const char *options,
                      void(CL_CALLBACK *f)(cl_program, void *), void *data) {
  load();
  MAY_FAIL;
  if (p == (cl_program)&choking)
    return CL_BUILD_PROGRAM_FAILURE;
  return CL_SUCCESS;
}
cl_int clCompileProgram(cl_program p, cl_uint n, const cl_device_id *d, const char *options, cl_uint headers, const cl_program *h,
                        const char **names, void(CL_CALLBACK *f)(cl_program, void *), void *data) {
  load();
  printf("compile\n");
  MAY_FAIL;
  if (p == (cl_program)&choking)
    return CL_BUILD_PROGRAM_FAILURE;
  return CL_SUCCESS;
}
cl_program clLinkProgram(cl_context c, cl_uint n, const cl_device_id *d, const char *options, cl_uint parts, const cl_program *p,
                         void(CL_CALLBACK *f)(cl_program, void *), void *data, cl_int *e) {
  load();
  printf("link %u\n", parts);
  MAKE(&handle[4]);
}
cl_int clGetProgramInfo(cl_program p, cl_program_info what, size_t room, void *to, size_t *size) {
  static const char binary[] = "a binary of the fake driver";
  MAY_FAIL;
  if (what == CL_PROGRAM_CONTEXT)
    return NUMBER(cl_context, (cl_context)&handle[2]);
  if (what == CL_PROGRAM_BINARY_SIZES)
    *(size_t *)to = sizeof binary;
  else
    memcpy(*(unsigned char **)to, binary, sizeof binary);
  return CL_SUCCESS;
}
cl_int clGetProgramBuildInfo(cl_program p, cl_device_id d, cl_program_build_info what, size_t room, void *to, size_t *size) {
  static char log[5000] = "what the driver says\n";
  if (what == CL_PROGRAM_BINARY_TYPE)
    return NUMBER(cl_program_binary_type, getenv("FAKE_NOT_BUILT") ? CL_PROGRAM_BINARY_TYPE_NONE : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  if (getenv("FAKE_LONG_LOG"))
    memset(log + strlen(log), 'x', sizeof log - strlen(log) - 1);
  return TEXT(log);
}
cl_int clRetainProgram(cl_program p) { return CL_SUCCESS; }
cl_int clReleaseProgram(cl_program p) { return CL_SUCCESS; }
static int is_users(cl_kernel k) { return k == (cl_kernel)&user_kernel; }
static cl_int count(cl_kernel k, int more) {
  if (is_users(k))
    printf("references of the user's kernel: %d\n", __atomic_add_fetch(&user_kernel.references, more, __ATOMIC_RELAXED));
  return CL_SUCCESS;
}
cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *e) {
  if (!strcmp(name, "user_kernel")) {
    user_kernel.references = 1;
    return (cl_kernel)&user_kernel;
  }
  MAKE(&handle[5]);
}
cl_int clRetainKernel(cl_kernel k) {
  MAY_FAIL;
  return count(k, 1);
}
cl_int clReleaseKernel(cl_kernel k) { return count(k, -1); }
cl_int clSetKernelArg(cl_kernel k, cl_uint i, size_t n, const void *v) {
  COUNTED;
  MAY_FAIL;
  if (is_users(k) && v && n == sizeof(int))
    printf("argument %u is %d\n", i, *(const int *)v);
  else if (is_users(k))
    printf("argument %u has %zu bytes%s\n", i, n, v ? "" : ", of local memory");
  return CL_SUCCESS;
}
cl_int clGetKernelInfo(cl_kernel k, cl_kernel_info what, size_t room, void *to, size_t *size) {
  COUNTED;
  MAY_FAIL;
  switch (what) {
  case CL_KERNEL_FUNCTION_NAME:
    return TEXT("user_kernel");
  case CL_KERNEL_ATTRIBUTES:
    return TEXT("");
  case CL_KERNEL_REFERENCE_COUNT:
    return NUMBER(cl_uint, __atomic_load_n(&user_kernel.references, __ATOMIC_RELAXED));
  case CL_KERNEL_CONTEXT:
    return NUMBER(cl_context, (cl_context)&handle[getenv("FAKE_OTHER_CONTEXT") ? 7 : 2]);
  case CL_KERNEL_PROGRAM:
    return NUMBER(cl_program, (cl_program)&handle[4]);
  }
  return NUMBER(cl_uint, is_users(k) ? 3 : 1);
}
cl_int clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id d, cl_kernel_work_group_info what, size_t room, void *to, size_t *size) {
  COUNTED;
  if (what == CL_KERNEL_WORK_GROUP_SIZE)
    return NUMBER(size_t, 32);
  if (what == CL_KERNEL_LOCAL_MEM_SIZE)
    return NUMBER(cl_ulong, getenv("FAKE_LOCAL") ? strtoull(getenv("FAKE_LOCAL"), NULL, 10) : 0);
  return answer((size_t[]){0, 0, 0}, 3 * sizeof(size_t), room, to, size);
}

cl_mem clCreateBuffer(cl_context c, cl_mem_flags f, size_t n, void *from, cl_int *e) {
  COUNTED;
  *e = fails(__func__);
  struct memory *m = *e ? NULL : malloc(sizeof *m);
  int lent = f & CL_MEM_USE_HOST_PTR ? 1 : 0;
  if (m)
    *m = (struct memory){n, lent ? from : calloc(1, n), lent};
  if (m && from && !lent)
    memcpy(m->data, from, n);
  return (cl_mem)m;
}
cl_mem clCreateSubBuffer(cl_mem whole, cl_mem_flags f, cl_buffer_create_type t, const void *region, cl_int *e) {
  const cl_buffer_region *r = region;
  *e = fails(__func__);
  struct memory *m = *e ? NULL : malloc(sizeof *m);
  if (m)
    *m = (struct memory){r->size, ((struct memory *)whole)->data + r->origin, 1};
  return (cl_mem)m;
}
cl_int clReleaseMemObject(cl_mem m) {
  COUNTED;
  struct memory *of = (struct memory *)m;
  if (!of->is_lent)
    free(of->data);
  if (of->destroyed)
    of->destroyed(m, of->of_destroyed);
  free(m);
  return CL_SUCCESS;
}
static cl_int happen(cl_event *out, cl_int status) {
  if (!out)
    return CL_SUCCESS;
  struct event *e = calloc(1, sizeof *e);
  e->status = status;
  e->refs = 1;
  *out = (cl_event)e;
  return CL_SUCCESS;
}

static pthread_mutex_t held_mutex = PTHREAD_MUTEX_INITIALIZER; // for status and callback of held events
static struct event *held[64];
static int held_count, let_go;
static cl_int hold(struct queue *q, cl_event *out, cl_uint w, const cl_event *list) {
  happen(out, CL_SUBMITTED);
  struct event *e = held[held_count++] = (struct event *)*out;
  for (e->wait_count = 0; e->wait_count < w; e->wait_count++)
    keep(e->waits[e->wait_count] = (struct event *)list[e->wait_count]);
  if (q->in_order && q->last)
    keep(e->waits[e->wait_count++] = q->last);
  q->last = e;
  keep(e);
  keep(e);
  return CL_SUCCESS;
}
static void end_held(void) {
  for (int i = 0; i < held_count; i++) {
    struct event *e = held[i];
    cl_int status = i || !getenv("FAKE_STATUS") ? CL_COMPLETE : atoi(getenv("FAKE_STATUS"));
    for (cl_uint w = 0; w < e->wait_count; w++) {
      if (e->waits[w]->status < 0)
        status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
      clReleaseEvent((cl_event)e->waits[w]);
    }
    pthread_mutex_lock(&held_mutex);
    __atomic_store_n(&e->status, status, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&held_mutex);
    if (e->call)
      e->call((cl_event)e, status, e->data);
    clReleaseEvent((cl_event)e);
  }
  let_go = 1;
}
static double prepared_at; // when the last kernel is, in seconds
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static void end(void) {
  if (now() < prepared_at)
    printf("exit() while a kernel was prepared\n");
}
static cl_int status_of(const struct event *e) {
  return now() < prepared_at ? CL_SUBMITTED : __atomic_load_n(&e->status, __ATOMIC_ACQUIRE);
}
static char *data_of(cl_mem m) { return ((struct memory *)m)->data; }
cl_int clEnqueueReadBuffer(cl_command_queue q, cl_mem m, cl_bool b, size_t at, size_t n, void *to, cl_uint w, const cl_event *l,
                           cl_event *e) {
  COUNTED;
  MAY_FAIL;
  memcpy(to, data_of(m) + at, n);
  return happen(e, CL_COMPLETE);
}
cl_int clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_bool b, size_t at, size_t n, const void *from, cl_uint w,
                            const cl_event *l, cl_event *e) {
  COUNTED;
  MAY_FAIL;
  memcpy(data_of(m) + at, from, n);
  return happen(e, CL_COMPLETE);
}
cl_int clEnqueueCopyBuffer(cl_command_queue q, cl_mem f, cl_mem t, size_t fa, size_t ta, size_t n, cl_uint w, const cl_event *l,
                           cl_event *e) {
  COUNTED;
  MAY_FAIL;
  memcpy(data_of(t) + ta, data_of(f) + fa, n);
  return happen(e, CL_COMPLETE);
}
cl_int clEnqueueFillBuffer(cl_command_queue q, cl_mem m, const void *p, size_t pn, size_t at, size_t n, cl_uint w, const cl_event *l,
                           cl_event *e) {
  COUNTED;
  MAY_FAIL;
  for (size_t i = 0; i < n; i += pn)
    memcpy(data_of(m) + at + i, p, pn);
  return happen(e, CL_COMPLETE);
}
cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g, const size_t *l, cl_uint w,
                              const cl_event *list, cl_event *e) {
  COUNTED;
  MAY_FAIL;
  if (driver_is_gone)
    abort();
  printf("launch %zu by %s", g[0], l ? "a size" : "the driver's choice");
  printf(w ? ", behind %u\n" : "\n", w);
  if (getenv("FAKE_PREPARES")) {
    prepared_at = now() + 3;
    atexit(end); // as a compiler may do: it runs before handlers that were registered earlier
  }
  if (!getenv("FAKE_HOLD"))
    return happen(e, getenv("FAKE_STATUS") ? atoi(getenv("FAKE_STATUS")) : CL_COMPLETE);
  if (!let_go && g[0] > 1)
    return hold((struct queue *)q, e, w, list);
  if (!let_go)
    end_held();
  return happen(e, CL_COMPLETE);
}
cl_int clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint w, const cl_event *l, cl_event *e) {
  COUNTED;
  MAY_FAIL;
  return happen(e, CL_COMPLETE);
}
cl_int clFlush(cl_command_queue q) { COUNTED; return CL_SUCCESS; }
cl_int clWaitForEvents(cl_uint n, const cl_event *e) { COUNTED; return status_of((struct event *)*e); }
cl_int clGetEventInfo(cl_event e, cl_event_info what, size_t room, void *to, size_t *size) {
  COUNTED;
  MAY_FAIL;
  return NUMBER(cl_int, status_of((struct event *)e));
}
cl_int clSetEventCallback(cl_event e, cl_int when, void(CL_CALLBACK *f)(cl_event, cl_int, void *), void *data) {
  COUNTED;
  MAY_FAIL;
  struct event *own = (struct event *)e;
  pthread_mutex_lock(&held_mutex);
  cl_int status = status_of(own);
  if (status > CL_COMPLETE) {
    own->call = f;
    own->data = data;
  }
  pthread_mutex_unlock(&held_mutex);
  if (status <= CL_COMPLETE)
    f(e, status, data);
  return CL_SUCCESS;
}
cl_int clGetEventProfilingInfo(cl_event e, cl_profiling_info what, size_t room, void *to, size_t *size) {
  COUNTED;
  return CL_PROFILING_INFO_NOT_AVAILABLE;
}
cl_int clReleaseEvent(cl_event e) {
  COUNTED;
  if (!__atomic_sub_fetch(&((struct event *)e)->refs, 1, __ATOMIC_ACQ_REL))
    free(e);
  return CL_SUCCESS;
}
