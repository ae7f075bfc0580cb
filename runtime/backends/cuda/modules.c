// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code of images on a device: each image is loaded once, when a kernel or variable of it is first needed.
//
// An image is a fat binary, a cubin or PTX; the driver tells them apart. PTX is text, which must end with a
// 0. It is compiled by the driver when it is loaded, which may fail: a driver knows PTX only up to its own
// version. Kernels of a loaded image stand in a hash table by the address of their symbol, which is the
// registry's. The device's mutex guards all of it, and is held while an image is loaded, so that no other
// thread loads it twice.
#include "runtime/backends/cuda/cuda.h"

#include "formats/image_desc.h"
#include "runtime/error.h"
#include "runtime/requirements.h"
#include "runtime/trace.h"

#include <stdlib.h>
#include <string.h>

typedef struct cuda_module_slot {
  const char *symbol; // null: free
  sy_cuda_code *code; // owned
} cuda_module_slot;

typedef struct cuda_module {
  sy_image_program base; // first: it is what the image has
  sy_cu_module handle;
  size_t slot_count; // a power of two, never full
  cuda_module_slot slots[];
} cuda_module;

// ---- loading: with the lock held ------------------------------------------------------------------------

static size_t size_of(const sy_device_image *image) {
  return (size_t)(image->image_end - image->image_begin);
}

bool sy_cuda_is_binary(const sy_device_image *image) {
  static const unsigned char fat[] = {0x50, 0xed, 0x55, 0xba}, elf[] = {0x7f, 'E', 'L', 'F'};
  const unsigned char *bytes = image->image_begin;
  return size_of(image) >= 4 && (!memcmp(bytes, fat, 4) || !memcmp(bytes, elf, 4));
}

char *sy_cuda_ptx_text(const sy_device_image *image) {
  size_t n = size_of(image);
  char *text = malloc(n + 1);
  if (!text)
    return NULL;
  memcpy(text, image->image_begin, n);
  text[n] = 0;
  return text;
}

// The name of what prints is in machine code too.
void sy_cuda_note_prints(sy_cuda_device *d, const sy_device_image *image) {
  if (memmem(image->image_begin, size_of(image), "vprintf", strlen("vprintf")))
    atomic_store_explicit(&d->prints, true, memory_order_relaxed);
}

sycc_status sy_cuda_code_error(sy_cuda_device *d, const sy_device_image *image, sy_cu_result r,
                               const char *log) {
  size_t n = strcspn(log, "\n") ? strlen(log) : 0;
  while (n && log[n - 1] == '\n')
    n--;
  int driver = 0;
  sy_cu.driver_version(&driver);
  const char *help = "";
  if (r == SY_CU_UNSUPPORTED_PTX_VERSION || r == SY_CU_INVALID_PTX)
    help = "; the NVIDIA driver may be older than the PTX of the program: install a newer driver, or compile "
           "the program for this GPU with -fsycl-targets=";
  else if (r == SY_CU_NO_BINARY_FOR_GPU)
    help = "; add code for this GPU with -fsycl-targets=";
  else if (r == SY_CU_JIT_COMPILER_NOT_FOUND)
    help = "; the driver's compiler, libnvidia-ptxjitcompiler.so.1, is missing: install it, or compile the "
           "program for this GPU with -fsycl-targets=";
  sy_cuda_note_lost(d, r);
  return sy_error_set(
      SYCC_build,
      "device '%s' with a driver for CUDA %d.%d cannot load the code for target '%s': %s (%s)%s%s%s%.*s",
      d->name, driver / 1000, driver % 1000 / 10, image->target, sy_cu_text(r), sy_cu_name(r), help,
      *help ? d->targets[0] : "", n ? "; the driver says: " : "", (int)n, log);
}

static sycc_status cuda_modules_load(sy_cuda_device *d, const sy_device_image *image, sy_cu_module *out) {
  char log[SY_CUDA_LOG_BYTES] = "", *text = NULL;
  if (!size_of(image))
    return sy_error_set(SYCC_build, "the image for target '%s' is empty", image->target);
  bool binary = sy_cuda_is_binary(image);
  if (!binary && !(text = sy_cuda_ptx_text(image)))
    return sy_error_no_memory("the PTX of an image");
  int options[] = {SY_CU_JIT_ERROR_LOG, SY_CU_JIT_ERROR_LOG_BYTES};
  void *values[] = {log, (void *)(size_t)(sizeof log - 1)};
  sy_cu_result r =
      sy_cu.module_load(out, binary ? (const void *)image->image_begin : text, 2, options, values);
  free(text);
  sy_cuda_note_prints(d, image);
  return r ? sy_cuda_code_error(d, image, r, log) : SYCC_success;
}

static void cuda_modules_destroy(sy_image_program *p) {
  cuda_module *m = (cuda_module *)p;
  if (sy_cuda_enter_to_free(p->device->own))
    sy_cu.module_unload(m->handle);
  for (size_t i = 0; i < m->slot_count; i++)
    free(m->slots[i].code);
  free(m);
}

// All that it is made of is entered.
static sycc_status add_module(sy_cuda_device *d, sy_image *image, const sy_device_link *link,
                              cuda_module **out) {
  const sy_device_image *bytes = sy_image_descriptor(image);
  size_t count = 2, entries = (size_t)(bytes->entries_end - bytes->entries_begin);
  while (count < 2 * entries)
    count *= 2;
  cuda_module *m = calloc(1, sizeof *m + count * sizeof *m->slots);
  if (!m)
    return sy_error_no_memory("a module");
  uint64_t begin = sy_trace_now();
  sycc_status s = sy_image_has_imports(image) ? sy_cuda_link(d, image, link, &m->handle)
                                              : cuda_modules_load(d, bytes, &m->handle);
  sy_trace_build(begin, d->base, bytes->target, s ? "failed" : "by the driver");
  if (s) {
    free(m);
    return s;
  }
  m->base.device = d->base;
  m->base.destroy = cuda_modules_destroy;
  m->slot_count = count;
  sy_image_keep_program(image, &m->base);
  *out = m;
  return SYCC_success;
}

static sycc_status find_module(sy_cuda_device *d, sy_image *image, cuda_module **out) {
  *out = (cuda_module *)sy_image_program_on(image, d->base);
  if (*out)
    return SYCC_success;
  const sy_device_link *link = sy_image_link(image, d->base);
  if (!sy_cuda_link_enter(link))
    return sy_error_set(
        SYCC_runtime, "a kernel for target '%s' cannot run: a library that holds code it calls was unloaded",
        sy_image_target(image));
  // Kept before anything is left: a thread that makes another link waits for that.
  sycc_status s = add_module(d, image, link, out);
  sy_cuda_link_leave(link);
  return s;
}

// ---- kernels: with the lock held ------------------------------------------------------------------------

static cuda_module_slot *slot_of(cuda_module *m, const char *symbol) {
  size_t i = ((uintptr_t)symbol >> 4) * 0x9e3779b97f4a7c15u >> 20 & (m->slot_count - 1);
  while (m->slots[i].symbol && m->slots[i].symbol != symbol)
    i = (i + 1) & (m->slot_count - 1);
  return &m->slots[i];
}

static sycc_status look_up(sy_cuda_device *d, cuda_module *m, sy_kernel *k, sy_cuda_code *code) {
  const char *symbol = sy_registry_symbol(k);
  int threads = 0, shared = 0;
  sy_cu_result r = sy_cu.module_function(&code->function, m->handle, symbol);
  if (!r)
    r = sy_cu.function_attribute(&threads, SY_CU_FUNC_MAX_THREADS, code->function);
  if (!r)
    r = sy_cu.function_attribute(&shared, SY_CU_FUNC_SHARED_BYTES, code->function);
  sy_cuda_note_lost(d, r);
  if (r)
    return sy_error_set(
        SYCC_build, "device '%s' does not find kernel '" SY_NAME_FMT "' in the code for target '%s': %s (%s)",
        d->name, sy_registry_name(k), sy_image_descriptor(sy_registry_image(k))->target, sy_cu_text(r),
        sy_cu_name(r));
  code->max_threads = (unsigned)threads;
  code->static_shared = (unsigned)shared;
  code->sized = sy_requirements_work_group(sy_image_descriptor(sy_registry_image(k)), code->size);
  return SYCC_success;
}

static sycc_status find_code(sy_cuda_device *d, cuda_module *m, sy_kernel *k, sy_cuda_code **out) {
  cuda_module_slot *s = slot_of(m, sy_registry_symbol(k));
  *out = s->code;
  if (s->symbol)
    return SYCC_success;
  sy_cuda_code *code = calloc(1, sizeof *code);
  if (!code)
    return sy_error_no_memory("a kernel");
  sycc_status status = look_up(d, m, k, code);
  if (status) {
    free(code);
    return status;
  }
  *s = (cuda_module_slot){sy_registry_symbol(k), code};
  *out = code;
  return SYCC_success;
}

// ----------------------------------------------------------------------------------------------------

// The code if it is there; else null. With the lock.
static sy_cuda_code *known_code(sy_cuda_device *d, sy_kernel *k) {
  cuda_module *m = (cuda_module *)sy_image_program_on(sy_registry_image(k), d->base);
  return m ? slot_of(m, sy_registry_symbol(k))->code : NULL;
}

// The image is entered. Setting the context costs more than looking: it is done for what is not there.
sycc_status sy_cuda_code_find(sy_cuda_device *d, sy_kernel *k, sy_cuda_code **out) {
  cuda_module *m;
  pthread_mutex_lock(&d->mutex);
  *out = known_code(d, k);
  pthread_mutex_unlock(&d->mutex);
  if (*out)
    return SYCC_success;
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  pthread_mutex_lock(&d->mutex);
  s = find_module(d, sy_registry_image(k), &m);
  if (!s)
    s = find_code(d, m, k, out);
  pthread_mutex_unlock(&d->mutex);
  return s;
}

sycc_status sy_cuda_code_reserve(sy_cuda_device *d, sy_cuda_code *code, size_t bytes) {
  enum { GIVEN_ANYWAY = 48 << 10 }; // static and dynamic together
  if (code->static_shared + bytes <= GIVEN_ANYWAY)
    return SYCC_success;
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  pthread_mutex_lock(&d->mutex);
  if (bytes > code->dynamic_shared) {
    s = sy_cuda_check(
        d, sy_cu.function_set_attribute(code->function, SY_CU_FUNC_MAX_DYNAMIC_SHARED_BYTES, (int)bytes),
        "asking for more than 48 KiB of local memory (cuFuncSetAttribute)");
    if (!s)
      code->dynamic_shared = (unsigned)bytes;
  }
  pthread_mutex_unlock(&d->mutex);
  return s;
}

sycc_status sy_cuda_image_variable(sycc_device *device, sy_image *image, const char *symbol, void **out) {
  sy_cuda_device *d = sy_cuda_of(device);
  cuda_module *m;
  sy_cu_ptr address = 0;
  size_t bytes = 0;
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  pthread_mutex_lock(&d->mutex);
  s = find_module(d, image, &m);
  if (!s)
    s = sy_cuda_check(d, sy_cu.module_global(&address, &bytes, m->handle, symbol),
                      "finding a device_global in its image (cuModuleGetGlobal)");
  pthread_mutex_unlock(&d->mutex);
  *out = (void *)address;
  return s;
}

// ---- without a launch ------------------------------------------------------------------------------

static sycc_status code_of(sycc_device *device, sy_kernel *k, sy_cuda_code **out) {
  sycc_status s = sy_cuda_enter(sy_cuda_of(device));
  return s ? s : sy_cuda_code_find(sy_cuda_of(device), k, out);
}

sycc_status sy_cuda_kernel_build(sycc_device *device, sy_kernel *k) {
  sy_cuda_code *code;
  if (!sy_image_enter(sy_registry_image(k)))
    return sy_error_set(SYCC_build, "kernel '" SY_NAME_FMT "' is in a library that was unloaded",
                        sy_registry_name(k));
  sycc_status s = code_of(device, k, &code);
  sy_image_leave(sy_registry_image(k));
  return s;
}

sycc_status sy_cuda_kernel_value(sycc_device *device, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  sy_cuda_code *code;
  int private_bytes = 0;
  if (!sy_image_enter(sy_registry_image(k)))
    return SYCC_success;
  sycc_status s = code_of(device, k, &code);
  if (!s && what == SYCC_KERNEL_WORK_GROUP_SIZE)
    *out = code->max_threads;
  if (!s && what == SYCC_KERNEL_PRIVATE_BYTES &&
      !sy_cu.function_attribute(&private_bytes, SY_CU_FUNC_LOCAL_BYTES, code->function))
    *out = (uint64_t)private_bytes;
  sy_image_leave(sy_registry_image(k));
  return s;
}
