// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver without a GPU. A kernel runs when somebody waits for an event behind it or when other work comes
// to its stream; so what does not wait for what it needs comes too early. An event is not ready when it is
// first asked.
#include "tests/runtime/fake_cuda.h"

#include "runtime/backends/cuda/driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))

enum {
  MOST = 64,
  MOST_DEVICES = 8,
  FAIL = SY_CU_OUT_OF_MEMORY,
  NOT_FOUND = 500,
  INVALID = 1,
  ILLEGAL_ADDRESS = 700
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int major, minor;
} devices[MOST_DEVICES];
static int device_count;
static double newest_ptx = 1000;

static struct {
  char name[64];
  size_t calls;
} functions[MOST];
static char failing[64];
static int fail_at, has_failed, sticky;
static size_t live_things;

static struct {
  char name[64];
  fake_cuda_kernel_fn *fn;
} kernels[MOST];

typedef struct memory {
  struct memory *next;
  char *base;
  size_t bytes;
  unsigned type;
  bool managed;
} memory;
static memory *memories;

typedef struct work {
  struct work *next;
  struct fake_stream *wait_for; // instead of a kernel: so much work of that stream is done first
  size_t behind;
  fake_cuda_kernel_fn *fn;
  fake_cuda_launch launch;
} work;

// Held while work is done, of whatever stream: streams wait for each other.
static pthread_mutex_t engine = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

typedef struct fake_stream {
  work *first, **tail;
  size_t added, taken;
} fake_stream;

typedef struct fake_event {
  fake_stream *stream;
  size_t behind; // so much work of the stream
  int asked;
  struct timespec time;
} fake_event;

static _Thread_local sy_cu_context current;

// ---- control ----------------------------------------------------------------------------------------------

static size_t *calls_of(const char *name) {
  size_t i = 0;
  while (i < MOST - 1 && *functions[i].name && strcmp(functions[i].name, name))
    i++;
  snprintf(functions[i].name, sizeof functions[i].name, "%s", name);
  return &functions[i].calls;
}

// What a call of the function answers before it does anything.
static sy_cu_result enter(const char *name, bool in_context) {
  sy_cu_result r = 0;
  pthread_mutex_lock(&mutex);
  ++*calls_of(name);
  if (in_context && sticky)
    r = sticky;
  else if (in_context && !current)
    r = 201; // no context
  if (!r && fail_at && !strcmp(failing, name) && --fail_at == 0) {
    has_failed = 1;
    r = FAIL;
  }
  pthread_mutex_unlock(&mutex);
  return r;
}

#define ENTER(in_context)                                                                                    \
  do {                                                                                                       \
    sy_cu_result entered = enter(__func__, in_context);                                                      \
    if (entered)                                                                                             \
      return entered;                                                                                        \
  } while (0)

static void count(int change) {
  pthread_mutex_lock(&mutex);
  live_things += (size_t)change;
  pthread_mutex_unlock(&mutex);
}

static void control_add_kernel(const char *name, fake_cuda_kernel_fn *fn) {
  size_t i = 0;
  while (*kernels[i].name && strcmp(kernels[i].name, name))
    i++;
  snprintf(kernels[i].name, sizeof kernels[i].name, "%s", name);
  kernels[i].fn = fn;
}

static void control_fail(const char *function, int nth) {
  pthread_mutex_lock(&mutex);
  snprintf(failing, sizeof failing, "%s", function);
  fail_at = nth;
  has_failed = 0;
  pthread_mutex_unlock(&mutex);
}

static int control_failed(void) {
  pthread_mutex_lock(&mutex);
  int f = has_failed;
  pthread_mutex_unlock(&mutex);
  return f;
}

static size_t control_live(void) {
  pthread_mutex_lock(&mutex);
  size_t n = live_things;
  pthread_mutex_unlock(&mutex);
  return n;
}

static size_t control_calls(const char *function) {
  pthread_mutex_lock(&mutex);
  size_t n = *calls_of(function);
  pthread_mutex_unlock(&mutex);
  return n;
}

static void set_sticky(int error) {
  pthread_mutex_lock(&mutex);
  sticky = error;
  pthread_mutex_unlock(&mutex);
}

static int get_sticky(void) {
  pthread_mutex_lock(&mutex);
  int error = sticky;
  pthread_mutex_unlock(&mutex);
  return error;
}

static void control_heal(void) {
  pthread_mutex_lock(&mutex);
  sticky = 0;
  pthread_mutex_unlock(&mutex);
}

static pthread_cond_t let_go = PTHREAD_COND_INITIALIZER;
static bool held;

static void control_hold(int on) {
  pthread_mutex_lock(&mutex);
  held = on;
  pthread_cond_broadcast(&let_go);
  pthread_mutex_unlock(&mutex);
}

static bool is_held(void) {
  pthread_mutex_lock(&mutex);
  bool h = held;
  pthread_mutex_unlock(&mutex);
  return h;
}

EXPORT const fake_cuda_control fake_cuda = {control_add_kernel, control_fail, control_failed, control_live,
                                            control_calls,      control_heal, control_hold};

// ---- the driver and its devices --------------------------------------------------------------------

EXPORT sy_cu_result cuInit(unsigned flags) {
  const char *list = getenv("FAKE_CUDA_DEVICES"), *fail = getenv("FAKE_CUDA_FAIL"),
             *ptx = getenv("FAKE_CUDA_PTX");
  char name[64] = "";
  int nth = 1;
  if (fail && sscanf(fail, "%63[^:]:%d", name, &nth) >= 1)
    control_fail(name, nth);
  if (ptx)
    newest_ptx = atof(ptx);
  for (const char *s = list ? list : "9.0,8.6"; s && *s && device_count < MOST_DEVICES; device_count++) {
    sscanf(s, "%d.%d", &devices[device_count].major, &devices[device_count].minor);
    s = strchr(s, ',');
    s = s ? s + 1 : NULL;
  }
  ENTER(false);
  return 0;
}

EXPORT sy_cu_result cuDriverGetVersion(int *version) {
  ENTER(false);
  *version = 12040;
  return 0;
}

EXPORT sy_cu_result cuGetErrorName(sy_cu_result r, const char **text) {
  *text = r == FAIL                            ? "CUDA_ERROR_OUT_OF_MEMORY"
          : r == ILLEGAL_ADDRESS               ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : r == SY_CU_UNSUPPORTED_PTX_VERSION ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
                                               : "CUDA_ERROR_OTHER";
  return 0;
}

EXPORT sy_cu_result cuGetErrorString(sy_cu_result r, const char **text) {
  *text = r == FAIL              ? "out of memory"
          : r == ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
          : r == SY_CU_UNSUPPORTED_PTX_VERSION
              ? "the provided PTX was compiled with an unsupported toolchain."
              : "other";
  return 0;
}

EXPORT sy_cu_result cuDeviceGetCount(int *n) {
  ENTER(false);
  *n = device_count;
  return 0;
}

EXPORT sy_cu_result cuDeviceGet(sy_cu_device *d, int ordinal) {
  ENTER(false);
  *d = ordinal;
  return 0;
}

EXPORT sy_cu_result cuDeviceGetName(char *name, int size, sy_cu_device d) {
  ENTER(false);
  snprintf(name, (size_t)size, "Fake GPU %d", d);
  return 0;
}

EXPORT sy_cu_result cuDeviceTotalMem_v2(size_t *bytes, sy_cu_device d) {
  ENTER(false);
  *bytes = (size_t)1 << 30;
  return 0;
}

EXPORT sy_cu_result cuDeviceGetAttribute(int *value, sy_cu_device_attribute what, sy_cu_device d) {
  static const int values[128] = {[SY_CU_MAX_THREADS_PER_BLOCK] = 1024,
                                  [SY_CU_MAX_BLOCK_DIM_X] = 1024,
                                  [SY_CU_MAX_BLOCK_DIM_Y] = 1024,
                                  [SY_CU_MAX_BLOCK_DIM_Z] = 64,
                                  [SY_CU_MAX_GRID_DIM_X] = 2147483647,
                                  [SY_CU_MAX_GRID_DIM_Y] = 65535,
                                  [SY_CU_MAX_GRID_DIM_Z] = 65535,
                                  [SY_CU_MAX_SHARED_PER_BLOCK] = 48 << 10,
                                  [SY_CU_CLOCK_KHZ] = 1500000,
                                  [SY_CU_MULTIPROCESSORS] = 4,
                                  [SY_CU_PCI_BUS] = 0x17,
                                  [SY_CU_MEMORY_CLOCK_KHZ] = 2000000,
                                  [SY_CU_MEMORY_BUS_BITS] = 512,
                                  [SY_CU_L2_CACHE_BYTES] = 1 << 20,
                                  [SY_CU_MANAGED_MEMORY] = 1,
                                  [SY_CU_CONCURRENT_MANAGED_ACCESS] = 1,
                                  [SY_CU_MAX_SHARED_PER_BLOCK_OPTIN] = 100 << 10};
  ENTER(false);
  *value = what == SY_CU_COMPUTE_MAJOR   ? devices[d].major
           : what == SY_CU_COMPUTE_MINOR ? devices[d].minor
                                         : values[what];
  return 0;
}

EXPORT sy_cu_result cuDeviceGetUuid(sy_cu_uuid *id, sy_cu_device d) {
  ENTER(false);
  for (int i = 0; i < 16; i++)
    id->bytes[i] = (char)(i + 16 * d);
  return 0;
}

// Each device may use the memory of the one before it.
static bool enabled[16];

EXPORT sy_cu_result cuDeviceCanAccessPeer(int *can, sy_cu_device d, sy_cu_device peer) {
  ENTER(false);
  *can = d == peer + 1;
  return 0;
}

EXPORT sy_cu_result cuDeviceGetP2PAttribute(int *value, int what, sy_cu_device d, sy_cu_device peer) {
  ENTER(false);
  *value = what == SY_CU_P2P_NATIVE_ATOMICS && d == peer + 1;
  return 0;
}

static sy_cu_result set_peer(sy_cu_context peer, bool on) {
  int d = (int)(uintptr_t)current - 1;
  if (d != (int)(uintptr_t)peer)
    return SY_CU_PEER_UNSUPPORTED;
  if (enabled[d] == on)
    return on ? SY_CU_PEER_ALREADY_ENABLED : SY_CU_PEER_NOT_ENABLED;
  enabled[d] = on;
  return 0;
}

EXPORT sy_cu_result cuCtxEnablePeerAccess(sy_cu_context peer, unsigned flags) {
  ENTER(true);
  return set_peer(peer, true);
}

EXPORT sy_cu_result cuCtxDisablePeerAccess(sy_cu_context peer) {
  ENTER(true);
  return set_peer(peer, false);
}

EXPORT sy_cu_result cuMemGetInfo_v2(size_t *unused, size_t *total) {
  ENTER(true);
  *total = (size_t)1 << 30;
  *unused = (size_t)1 << 29;
  return 0;
}

EXPORT sy_cu_result cuDevicePrimaryCtxRetain(sy_cu_context *c, sy_cu_device d) {
  ENTER(false);
  *c = (sy_cu_context)(uintptr_t)(d + 1);
  return 0;
}

EXPORT sy_cu_result cuCtxSetCurrent(sy_cu_context c) {
  ENTER(false);
  current = c;
  return 0;
}

// ---- memory ----------------------------------------------------------------------------------------

static sy_cu_result take(size_t bytes, unsigned type, bool managed, void **out) {
  memory *m = calloc(1, sizeof *m);
  if (posix_memalign(out, 256, bytes))
    abort();
  memset(*out, 0xcd, bytes);
  *m = (memory){.base = *out, .bytes = bytes, .type = type, .managed = managed};
  pthread_mutex_lock(&mutex);
  m->next = memories;
  memories = m;
  live_things++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static sy_cu_result give(void *p, bool host) {
  pthread_mutex_lock(&mutex);
  memory **at = &memories;
  while (*at && (*at)->base != p)
    at = &(*at)->next;
  memory *m = *at;
  bool fits = m && (m->type == SY_CU_MEMORY_HOST) == host;
  if (fits) {
    *at = m->next;
    live_things--;
  }
  pthread_mutex_unlock(&mutex);
  if (!fits)
    return INVALID;
  free(m);
  free(p);
  return 0;
}

EXPORT sy_cu_result cuMemAlloc_v2(sy_cu_ptr *p, size_t bytes) {
  ENTER(true);
  return take(bytes, SY_CU_MEMORY_DEVICE, false, (void **)p);
}

EXPORT sy_cu_result cuMemAllocManaged(sy_cu_ptr *p, size_t bytes, unsigned flags) {
  ENTER(true);
  return take(bytes, SY_CU_MEMORY_DEVICE, true, (void **)p);
}

EXPORT sy_cu_result cuMemHostAlloc(void **p, size_t bytes, unsigned flags) {
  ENTER(true);
  return take(bytes, SY_CU_MEMORY_HOST, false, p);
}

EXPORT sy_cu_result cuMemFree_v2(sy_cu_ptr p) {
  enter(__func__, false);
  return give((void *)p, false);
}

EXPORT sy_cu_result cuMemFreeHost(void *p) {
  enter(__func__, false);
  return give(p, true);
}

EXPORT sy_cu_result cuPointerGetAttribute(void *out, int what, sy_cu_ptr p) {
  enter(__func__, false);
  pthread_mutex_lock(&mutex);
  memory *m = memories;
  while (m && !((char *)p >= m->base && (char *)p < m->base + m->bytes))
    m = m->next;
  if (m && what == SY_CU_POINTER_MEMORY_TYPE)
    *(unsigned *)out = m->type;
  else if (m)
    *(bool *)out = m->managed;
  pthread_mutex_unlock(&mutex);
  return m ? 0 : INVALID;
}

// The stream's next work, if it is among the first n.
static work *take_work(fake_stream *s, size_t n) {
  pthread_mutex_lock(&mutex);
  work *w = s->taken < n ? s->first : NULL;
  if (w) {
    s->taken++;
    s->first = w->next;
    if (!s->first)
      s->tail = &s->first;
  }
  pthread_mutex_unlock(&mutex);
  return w;
}

// Does the stream's work up to the n-th.
static sy_cu_result drain(sy_cu_stream stream, size_t n) {
  pthread_mutex_lock(&mutex);
  while (held)
    pthread_cond_wait(&let_go, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&engine);
  for (work *w; (w = take_work((fake_stream *)stream, n)); free(w)) {
    if (w->wait_for)
      drain((sy_cu_stream)w->wait_for, w->behind);
    else if (w->fn)
      w->fn(&w->launch);
    else
      set_sticky(ILLEGAL_ADDRESS);
  }
  pthread_mutex_unlock(&engine);
  return get_sticky();
}

static void add_work(sy_cu_stream stream, work what) {
  fake_stream *s = (fake_stream *)stream;
  work *w = malloc(sizeof *w);
  *w = what;
  pthread_mutex_lock(&mutex);
  *s->tail = w;
  s->tail = &w->next;
  s->added++;
  pthread_mutex_unlock(&mutex);
}

EXPORT sy_cu_result cuMemcpyAsync(sy_cu_ptr to, sy_cu_ptr from, size_t bytes, sy_cu_stream s) {
  ENTER(true);
  drain(s, SIZE_MAX);
  memcpy((void *)to, (void *)from, bytes);
  return 0;
}

static char *at(const sy_cu_side *s, size_t y, size_t z) {
  char *base = s->type == SY_CU_MEMORY_HOST ? (char *)s->host : (char *)s->device;
  return base + (z * s->height + y) * s->pitch;
}

EXPORT sy_cu_result cuMemcpy3DAsync_v2(const sy_cu_copy_3d *c, sy_cu_stream s) {
  ENTER(true);
  if (c->from.pitch < c->width || c->to.pitch < c->width || c->from.height < c->height ||
      c->to.height < c->height)
    return INVALID;
  drain(s, SIZE_MAX);
  for (size_t z = 0; z < c->depth; z++)
    for (size_t y = 0; y < c->height; y++)
      memcpy(at(&c->to, y, z), at(&c->from, y, z), c->width);
  return 0;
}

EXPORT sy_cu_result cuMemcpyPeerAsync(sy_cu_ptr to, sy_cu_context to_context, sy_cu_ptr from,
                                      sy_cu_context from_context, size_t bytes, sy_cu_stream s) {
  ENTER(true);
  drain(s, SIZE_MAX);
  memcpy((void *)to, (void *)from, bytes);
  return to_context == from_context ? INVALID : 0;
}

#define SET(name, type)                                                                                      \
  EXPORT sy_cu_result name(sy_cu_ptr to, type value, size_t n, sy_cu_stream s) {                             \
    ENTER(true);                                                                                             \
    if (to % sizeof(type))                                                                                   \
      return INVALID;                                                                                        \
    drain(s, SIZE_MAX);                                                                                      \
    for (size_t i = 0; i < n; i++)                                                                           \
      ((type *)to)[i] = value;                                                                               \
    return 0;                                                                                                \
  }
SET(cuMemsetD8Async, unsigned char)
SET(cuMemsetD16Async, unsigned short)
SET(cuMemsetD32Async, unsigned)

EXPORT sy_cu_result cuMemPrefetchAsync(sy_cu_ptr p, size_t bytes, sy_cu_device to, sy_cu_stream s) {
  ENTER(true);
  return 0;
}

// ---- code ------------------------------------------------------------------------------------------

// {initial value; pointer}, as the compiler makes a device_global of an int.
typedef struct fake_module {
  char *names; // the text, where it names variables: ".global name"
  struct {
    int value;
    void *pointer;
  } variable;
} fake_module;

static void write_log(unsigned n, int *options, void **values, const char *text) {
  for (unsigned i = 0; i < n; i++)
    if (options[i] == SY_CU_JIT_ERROR_LOG)
      strcpy(values[i], text);
}

// A function that the text declares, a line ".extern .func f", and does not define, ".weak .func f".
static bool find_undefined(const char *text, char name[64]) {
  for (const char *at = text; (at = strstr(at, ".extern .func "));) {
    at += strlen(".extern .func ");
    char definition[80];
    snprintf(name, 64, "%.*s", (int)strcspn(at, "\n"), at);
    snprintf(definition, sizeof definition, ".weak .func %s\n", name);
    if (!strstr(text, definition))
      return true;
  }
  return false;
}

EXPORT sy_cu_result cuModuleLoadDataEx(sy_cu_module *m, const void *image, unsigned n, int *options,
                                       void **values) {
  ENTER(true);
  double version = 0;
  const char *at = strstr(image, ".version ");
  if (at)
    sscanf(at, ".version %lf", &version);
  if (at && ((const char *)image)[strlen(image) - 1] != '\n') // it must end where it ends
    return SY_CU_INVALID_PTX;
  if (version > newest_ptx) {
    write_log(n, options, values, "ptxas fatal: Unsupported .version\n");
    return SY_CU_UNSUPPORTED_PTX_VERSION;
  }
  char name[64];
  if (find_undefined(image, name))
    return SY_CU_INVALID_PTX;
  fake_module *f = calloc(1, sizeof *f);
  f->variable.value = 42;
  f->names = strstr(image, ".global ") ? strdup(image) : NULL;
  *m = (sy_cu_module)f;
  count(1);
  return 0;
}

// The texts of all parts, one behind the other.
typedef struct fake_link {
  char text[2000];
  unsigned n;
  int options[4];
  void *values[4];
} fake_link;

EXPORT sy_cu_result cuLinkCreate_v2(unsigned n, int *options, void **values, sy_cu_link *l) {
  ENTER(true);
  fake_link *f = calloc(1, sizeof *f);
  f->n = n;
  memcpy(f->options, options, n * sizeof *options);
  memcpy(f->values, values, n * sizeof *values);
  *l = (sy_cu_link)f;
  count(1);
  return 0;
}

EXPORT sy_cu_result cuLinkAddData_v2(sy_cu_link l, int type, void *data, size_t bytes, const char *name,
                                     unsigned n, int *options, void **values) {
  ENTER(true);
  fake_link *f = (fake_link *)l;
  if (type != SY_CU_INPUT_PTX || !bytes || ((char *)data)[bytes - 1] || strlen(data) + 1 != bytes || !name)
    return INVALID;
  strncat(f->text, data, sizeof f->text - strlen(f->text) - 1);
  return 0;
}

EXPORT sy_cu_result cuLinkComplete(sy_cu_link l, void **code, size_t *bytes) {
  ENTER(true);
  fake_link *f = (fake_link *)l;
  char name[64], text[120];
  if (find_undefined(f->text, name)) {
    snprintf(text, sizeof text, "nvlink error: Undefined reference to '%s'\n", name);
    write_log(f->n, f->options, f->values, text);
    return NOT_FOUND;
  }
  *code = f->text;
  *bytes = strlen(f->text) + 1;
  return 0;
}

EXPORT sy_cu_result cuLinkDestroy(sy_cu_link l) {
  enter(__func__, false);
  memset(l, 0xdd, sizeof(fake_link)); // a user of its code is wrong from now on
  free(l);
  count(-1);
  return 0;
}

EXPORT sy_cu_result cuModuleUnload(sy_cu_module m) {
  enter(__func__, false);
  free(((fake_module *)m)->names);
  free(m);
  count(-1);
  return 0;
}

EXPORT sy_cu_result cuModuleGetFunction(sy_cu_function *f, sy_cu_module m, const char *name) {
  ENTER(true);
  for (size_t i = 0; *kernels[i].name; i++)
    if (!strcmp(kernels[i].name, name)) {
      *f = (sy_cu_function)&kernels[i];
      return 0;
    }
  return NOT_FOUND;
}

EXPORT sy_cu_result cuModuleGetGlobal_v2(sy_cu_ptr *address, size_t *bytes, sy_cu_module m,
                                         const char *name) {
  ENTER(true);
  char line[80];
  snprintf(line, sizeof line, ".global %s\n", name);
  if (((fake_module *)m)->names && !strstr(((fake_module *)m)->names, line))
    return 500; // CUDA_ERROR_NOT_FOUND
  *address = (sy_cu_ptr) & ((fake_module *)m)->variable;
  *bytes = sizeof(fake_module);
  return 0;
}

EXPORT sy_cu_result cuFuncGetAttribute(int *value, int what, sy_cu_function f) {
  ENTER(true);
  *value = what == SY_CU_FUNC_MAX_THREADS ? 512 : 16;
  return 0;
}

EXPORT sy_cu_result cuFuncSetAttribute(sy_cu_function f, int what, int value) {
  ENTER(true);
  return 0;
}

EXPORT sy_cu_result cuLaunchKernel(sy_cu_function f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                   unsigned by, unsigned bz, unsigned shared, sy_cu_stream s, void **params,
                                   void **extra) {
  ENTER(true);
  work w = {.fn = *(fake_cuda_kernel_fn **)((char *)f + sizeof kernels->name)};
  w.launch =
      (fake_cuda_launch){{gx, gy, gz}, {bx, by, bz}, shared, params}; // params live as long as the command
  add_work(s, w);
  return 0;
}

// ---- streams and events ----------------------------------------------------------------------------

EXPORT sy_cu_result cuStreamCreate(sy_cu_stream *s, unsigned flags) {
  ENTER(true);
  fake_stream *f = calloc(1, sizeof *f);
  f->tail = &f->first;
  *s = (sy_cu_stream)f;
  return 0;
}

EXPORT sy_cu_result cuStreamDestroy_v2(sy_cu_stream s) {
  free(s);
  return 0;
}

EXPORT sy_cu_result cuStreamSynchronize(sy_cu_stream s) {
  drain(s, SIZE_MAX);
  ENTER(true);
  return 0;
}

EXPORT sy_cu_result cuEventCreate(sy_cu_event *e, unsigned flags) {
  ENTER(true);
  *e = calloc(1, sizeof(fake_event));
  return 0;
}

EXPORT sy_cu_result cuEventDestroy_v2(sy_cu_event e) {
  free(e);
  return 0;
}

EXPORT sy_cu_result cuEventRecord(sy_cu_event e, sy_cu_stream s) {
  ENTER(true);
  fake_event *f = (fake_event *)e;
  fake_stream *stream = (fake_stream *)s;
  pthread_mutex_lock(&mutex);
  f->asked = 0;
  f->stream = stream;
  f->behind = stream->added;
  clock_gettime(CLOCK_MONOTONIC, &f->time);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static sy_cu_result wait_for(sy_cu_event e) {
  fake_event *f = (fake_event *)e;
  pthread_mutex_lock(&mutex);
  fake_stream *s = f->stream;
  size_t n = f->behind;
  pthread_mutex_unlock(&mutex);
  return drain((sy_cu_stream)s, n);
}

EXPORT sy_cu_result cuStreamWaitEvent(sy_cu_stream s, sy_cu_event e, unsigned flags) {
  ENTER(true);
  fake_event *f = (fake_event *)e;
  pthread_mutex_lock(&mutex);
  work w = {.wait_for = f->stream, .behind = f->behind};
  pthread_mutex_unlock(&mutex);
  if (w.wait_for)
    add_work(s, w);
  return 0;
}

EXPORT sy_cu_result cuEventQuery(sy_cu_event e) {
  ENTER(true);
  pthread_mutex_lock(&mutex);
  bool first = !((fake_event *)e)->asked++;
  pthread_mutex_unlock(&mutex);
  return first || is_held() ? SY_CU_NOT_READY : wait_for(e);
}

EXPORT sy_cu_result cuEventSynchronize(sy_cu_event e) {
  ENTER(true);
  return wait_for(e);
}

EXPORT sy_cu_result cuEventElapsedTime(float *ms, sy_cu_event from, sy_cu_event to) {
  ENTER(true);
  const struct timespec a = ((fake_event *)from)->time, b = ((fake_event *)to)->time;
  *ms = (float)(b.tv_sec - a.tv_sec) * 1e3f + (float)(b.tv_nsec - a.tv_nsec) / 1e6f;
  return 0;
}
