// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA back end over a driver without a GPU: its devices, the images they take, what is in them, its
// times, forks.
#include "devices/devices.h"
#include "tests/runtime/cuda_test.h"

#include <sys/wait.h>

static bool has(sycc_device *d, const char *aspect) {
  return sycc_device_has(d, (uint32_t)sy_aspect_find(aspect)->Number);
}

static void test_devices(void) {
  sycc_device *a = gpu(0), *b = gpu(1);
  CHECK(a && b && !gpu(2));
  CHECK_STR(sycc_device_string(a, SYCC_DEVICE_NAME), "Fake GPU 0");
  CHECK_STR(sycc_device_string(b, SYCC_DEVICE_VERSION), "8.6");
  CHECK_STR(sycc_platform_string(sycc_device_platform(a), SYCC_PLATFORM_VERSION), "CUDA 12.4");
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_TYPE), SYCC_DEVICE_GPU);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_LOCAL_MEM_BYTES), 100 << 10);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z), 64);
  size_t size;
  CHECK_EQ(sycc_device_sub_group_sizes(a, &size, 1), 1);
  CHECK_EQ(size, 32);
  CHECK(has(a, "gpu") && has(a, "fp16") && has(a, "fp64") && has(a, "atomic64") && !has(a, "cpu"));
  CHECK(has(a, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_90")->archAspect)->Name));
  CHECK(has(a, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_90a")->archAspect)->Name));
  CHECK(has(b, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_86")->archAspect)->Name));
  CHECK(!has(b, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_80")->archAspect)->Name));
  CHECK(has(a, "usm_shared_allocations") && !has(a, "usm_system_allocations")); // this driver says no
  const char *const *t = b->targets;
  CHECK_STR(t[0], "nvidia_gpu_sm_86");
  CHECK_STR(t[1], "nvidia_gpu_sm_80");
  CHECK_STR(t[2], "ptx64");
  CHECK_STR(t[3], "nvidia_gpu_sm_75");
  CHECK_STR(a->targets[0], "nvidia_gpu_sm_90a");
  CHECK_STR(a->targets[1], "nvidia_gpu_sm_90");
  CHECK_STR(a->targets[2], "ptx64");
  CHECK_STR(a->targets[3], "nvidia_gpu_sm_89");
  CHECK(!sy_cuda.problem());
}

// What extensions ask: each GPU of this driver may use the memory of the one before it.
static void test_extensions(void) {
  sycc_device *a = gpu(0), *b = gpu(1);
  uint64_t bytes = 0;
  int yes = -1;
  CHECK_STR(sycc_device_string(a, SYCC_DEVICE_PCI_ADDRESS), "0000:17:00.0");
  CHECK_EQ(sycc_device_value(b, SYCC_DEVICE_UUID_FIRST), 0x1716151413121110);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_UUID_LAST), 0x0f0e0d0c0b0a0908);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_MEMORY_CLOCK_MHZ), 2000);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_MEMORY_BANDWIDTH), 256000000000);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_MAX_GROUPS_Y), 65535);
  CHECK(has(a, "ext_intel_free_memory") && has(a, "ext_intel_pci_address") &&
        has(a, "ext_intel_max_mem_bandwidth"));
  CHECK_OK(sycc_device_free_memory(a, &bytes));
  CHECK_EQ(bytes, 1 << 29);
  CHECK_OK(sycc_device_peer(a, b, SYCC_PEER_ACCESS, &yes));
  CHECK_EQ(yes, 0);
  CHECK_OK(sycc_device_peer(b, a, SYCC_PEER_ATOMICS, &yes));
  CHECK_EQ(yes, 1);
  CHECK_EQ(sycc_device_peer(a, b, SYCC_PEER_ENABLE, &yes), SYCC_feature_not_supported);
  CHECK_EQ(sycc_device_peer(b, a, SYCC_PEER_DISABLE, &yes), SYCC_invalid);
  CHECK_OK(sycc_device_peer(b, a, SYCC_PEER_ENABLE, &yes));
  CHECK_EQ(sycc_device_peer(b, a, SYCC_PEER_ENABLE, &yes), SYCC_invalid);
  CHECK_OK(sycc_device_peer(b, a, SYCC_PEER_DISABLE, &yes));
  CHECK_OK(sycc_device_peer(a, a, SYCC_PEER_ACCESS, &yes));
  CHECK_EQ(yes, 0);
}

// What this program says when it is started with that in its environment: the number of GPUs and why there
// are none.
static const char *start_with(const char *environment) {
  static char line[500];
  char command[600], self[400] = "";
  readlink("/proc/self/exe", self, sizeof self - 1);
  snprintf(command, sizeof command, "env %s '%s' problem", environment, self);
  FILE *f = popen(command, "r");
  *line = 0;
  if (f && !fgets(line, sizeof line, f))
    *line = 0;
  if (f)
    pclose(f);
  return line;
}

static int say_problem(void) {
  size_t n = 0;
  while (gpu(n))
    n++;
  printf("%zu %s\n", n, sy_cuda.problem() ? sy_cuda.problem() : "-");
  return 0;
}

static void test_problems(void) {
  CHECK_STR(start_with("FAKE_CUDA_DEVICES=7.5"), "1 -\n");
  CHECK_STR(start_with("FAKE_CUDA_DEVICES="), "0 the NVIDIA driver finds no GPU\n");
  CHECK_STR(start_with("FAKE_CUDA_FAIL=cuInit:1"),
            "0 the NVIDIA driver does not start: out of memory (CUDA_ERROR_OUT_OF_MEMORY)\n");
  CHECK_STR(start_with("FAKE_CUDA_FAIL=cuDeviceGetName:1"), "1 -\n"); // the other one
}

static size_t loads(const sycc_kernel_info *info, size_t device) {
  size_t before = fake->calls("cuModuleLoadDataEx");
  CHECK_OK(attempt_on(device, info, range_1(32)));
  return fake->calls("cuModuleLoadDataEx") - before;
}

static void test_images(void) {
  CHECK_EQ(loads(&choice_info, 0), 1); // sm_90's
  CHECK_EQ(loads(&choice_info, 0), 0); // once
  CHECK_EQ(loads(&choice_info, 1), 1); // sm_80's code for sm_86
  CHECK_EQ(loads(&shape_info, 1), 1);
  size_t before = fake->calls("cuModuleLoadDataEx");
  CHECK_EQ(attempt_on(1, &missing_info, range_1(1)), SYCC_build);
  CHECK_EQ(fake->calls("cuModuleLoadDataEx"), before); // with another kernel of the image, before
  CHECK_HAS(sycc_error_message(), "does not find kernel 'missing'");
  sycc_kernel_info nowhere = {"nowhere", "nowhere", "nowhere", 8, 8, 1, shape_info.params, 0, NULL};
  CHECK_EQ(attempt(&nowhere, range_1(1)), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(), "no visible device can run it, SYCC_DEVICE_SELECTOR may hide others");
  CHECK_EQ(attempt(&cpu_info, range_1(1)), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(), "compiled for native_cpu, the device needs ptx64 or nvidia_gpu_sm_90a; add "
                                  "that to -fsycl-targets; device '");
  CHECK_HAS(sycc_error_message(), "of this machine could run it");
  CHECK(sycc_device_has_code(gpu(0)));
  CHECK_EQ(attempt(&new_info, range_1(1)), SYCC_build);
  CHECK_HAS(sycc_error_message(), "CUDA_ERROR_UNSUPPORTED_PTX_VERSION");
  CHECK_HAS(sycc_error_message(), "driver may be older than the PTX");
  CHECK_HAS(sycc_error_message(), "-fsycl-targets=nvidia_gpu_sm_90a");
  CHECK_HAS(sycc_error_message(), "the driver says: ptxas fatal: Unsupported .version");
}

static void test_device_globals(void) {
  sycc_queue *q = gpu_queue(0, 0);
  static const int initial = 42;
  sycc_device_global v = {.object = &counter_object, .initial = &initial, .bytes = sizeof(int)};
  int value = 0, fresh = 7;
  void *there;
  CHECK_OK(attempt(&counter_info, range_1(1))); // the image gets a pointer to the device's memory
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_device_global(g, &v, 0, sizeof(int), &there));
  CHECK_OK(
      sycc_group_copy(g, &(sycc_region){.ptr = &value}, &(sycc_region){.ptr = there}, (size_t[]){4, 1, 1}));
  submit(g);
  CHECK_OK(wait_error(q));
  CHECK_EQ(value, 42); // from the image
  g = new_group(q);
  CHECK_OK(sycc_group_device_global(g, &v, 0, sizeof(int), &there));
  CHECK_OK(
      sycc_group_copy(g, &(sycc_region){.ptr = there}, &(sycc_region){.ptr = &fresh}, (size_t[]){4, 1, 1}));
  submit(g);
  CHECK_OK(wait_error(q));
  CHECK_EQ(*(int *)there, 7);
  sycc_queue_release(q);
}

static sycc_status take_address(void *data) {
  struct {
    sycc_access *access;
    uint64_t address;
  } *asked = data;
  return sycc_native_memory(asked->access, gpu(0), &asked->address);
}

// What programs of CUDA's own may have.
static void test_native(void) {
  uint64_t device = 7, context = 0, other = 0, none = 7;
  sycc_device *found = NULL;
  CHECK_OK(sycc_native_get(gpu(1), SYCC_NATIVE_DEVICE, 0, &device));
  CHECK_EQ(device, 1);
  CHECK_OK(sycc_native_find(SYCC_BACKEND_cuda, SYCC_NATIVE_DEVICE, device, &found));
  CHECK(found == gpu(1));
  CHECK_EQ(sycc_native_find(SYCC_BACKEND_cuda, SYCC_NATIVE_DEVICE, 99, &found), SYCC_invalid);
  CHECK_OK(sycc_native_get(gpu(0), SYCC_NATIVE_CONTEXT, 0, &context));
  CHECK_OK(sycc_native_get(gpu(1), SYCC_NATIVE_CONTEXT, 0, &other));
  CHECK(context && other && context != other);
  CHECK_EQ(sycc_native_get(gpu(0), SYCC_NATIVE_QUEUE, 0, &none), SYCC_feature_not_supported);
  // The memory of a buffer has its contents, and what is written there becomes them.
  size_t live = fake->live();
  int values[4] = {1, 2, 3, 4};
  sycc_buffer *b = NULL;
  sycc_group *g = NULL;
  sycc_event *e = NULL;
  sycc_queue *q = gpu_queue(0, 0);
  struct {
    sycc_access *access;
    uint64_t address;
  } asked = {0};
  CHECK_OK(sycc_buffer_create(sizeof values, values, 0, &b));
  CHECK_EQ(sycc_native_buffer(b, SYCC_BACKEND_cuda, NULL, 0), 0);
  CHECK_OK(sycc_group_begin(q, &g));
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_READ | SYCC_ACCESS_WRITE, &asked.access));
  CHECK_OK(sycc_group_host_task(g, take_address, &asked, NULL));
  CHECK_OK(sycc_group_submit(g, &e));
  CHECK_OK(sycc_event_wait(e));
  CHECK_OK(wait_error(q));
  uint64_t address = 0;
  CHECK_EQ(sycc_native_buffer(b, SYCC_BACKEND_cuda, &address, 1), 1);
  CHECK(address && address == asked.address);
  int there[4] = {0};
  CHECK_OK(sycc_buffer_wait(b));
  memcpy(there, sycc_buffer_host_data(b), sizeof there);
  CHECK(!memcmp(there, values, sizeof there));
  sycc_event_release(e);
  sycc_queue_release(q);
  sycc_buffer_release(b);
  CHECK_EQ(left_over(live), live);
}

static void test_profile(void) {
  sycc_queue *q = gpu_queue(0, SYCC_QUEUE_PROFILING);
  for (int i = 0; i < 3; i++) {
    sycc_group *g = new_group(q);
    uint64_t c = 0, submitted, start, end, now = sy_graph_now();
    sycc_range r = range_1(1);
    CHECK_OK(sycc_group_kernel(g, &shape_info, &c, sizeof c, &r, NULL));
    sycc_event *e = submit_event(g);
    CHECK_OK(sycc_event_profile(e, SYCC_TIME_SUBMIT, &submitted));
    CHECK_OK(sycc_event_profile(e, SYCC_TIME_START, &start));
    CHECK_OK(sycc_event_profile(e, SYCC_TIME_END, &end));
    CHECK(now <= submitted && submitted <= start && start <= end && end <= sy_graph_now());
    sycc_event_release(e);
  }
  CHECK(fake->calls("cuEventElapsedTime") >= 6);
  sycc_queue_release(q);
}

// In a child nothing can be used, and everything can be let go.
static void test_fork(void) {
  void *p;
  sycc_queue *q = gpu_queue(0, 0);
  sycc_buffer *in = numbers(), *out = new_buffer(N * sizeof(int64_t));
  CHECK_OK(launch(q, &scale_info, in, out, 8));
  CHECK_EQ(differences(out, 3), 0);
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_HOST, 100, 0, &p));
  pid_t child = fork();
  if (!child) {
    void *more;
    int bad = sycc_usm_alloc(gpu(0), SYCC_USM_HOST, 100, 0, &more) != SYCC_runtime;
    bad |= sycc_usm_free(p) != SYCC_success || launch(q, &scale_info, in, out, 8) == SYCC_success;
    sycc_buffer_release(in);
    sycc_buffer_release(out);
    sycc_queue_release(q);
    _exit(bad);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQ(status, 0);
  CHECK_OK(sycc_usm_free(p));
  sycc_buffer_release(in);
  sycc_buffer_release(out);
  sycc_queue_release(q);
}

int main(int argc, char **argv) {
  if (argc > 1)
    return say_problem();
  if (!cuda_start())
    return 1;
  RUN(test_devices);
  RUN(test_extensions);
  RUN(test_problems);
  RUN(test_images);
  RUN(test_device_globals);
  RUN(test_native);
  RUN(test_profile);
  RUN(test_fork);
  return cuda_end() | check_summary();
}
