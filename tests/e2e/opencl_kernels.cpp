// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels in OpenCL C as sycl::kernel: arguments of all kinds, launches of all kinds, in order with what SYCL's own kernels do; what is
// given out again, and what goes wrong.
//
// REQUIRES: pocl
// RUN: %program -O2 %s -o %t -l:libOpenCL.so.1 && env SYCC_DEVICE_SELECTOR='native_cpu:*;opencl:cpu' %t
// RUN: %if apart %{ %apart %t %}
// RUN: env SYCC_DEVICE_SELECTOR='opencl:cpu' POCL_DEVICES='pthread basic' %t
#include "Inputs/check.hpp"
#include <sycl/backend/opencl.hpp>

#include <chrono>
#include <thread>

using sycl::get_native;
constexpr sycl::backend cl = sycl::backend::opencl;
static const char source[] = R"(
typedef struct { int add; float4 f; } pair;
kernel void scale(global int *p, int by, pair more) { p[get_global_id(0)] = p[get_global_id(0)] * by + more.add + (int)more.f.w; }
kernel void store(global int *p, int value) { *p = value; }
kernel void place(global int *p) { p[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 100 * get_global_id(1) + get_global_id(0); }
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void turn(global int *p, local int *room) {
  room[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = room[3 - get_local_id(0)];
}
)";

class Before; // of SYCL's

struct alignas(16) pair {
  int add;
  sycl::float4 f;
};

static cl_program build(cl_context context, const std::vector<cl_device_id> &devices) {
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  CHECK(clBuildProgram(program, cl_uint(devices.size()), devices.data(), "", nullptr, nullptr) == CL_SUCCESS);
  return program;
}

template <class Handle> cl_uint references(Handle h) {
  cl_uint n = 0;
  if constexpr (std::is_same_v<Handle, cl_kernel>)
    clGetKernelInfo(h, CL_KERNEL_REFERENCE_COUNT, sizeof n, &n, nullptr);
  else
    clGetProgramInfo(h, CL_PROGRAM_REFERENCE_COUNT, sizeof n, &n, nullptr);
  return n;
}

// A program for the queue's device, and its kernels as SYCL has them. They may go before what was submitted has run.
struct program {
  explicit program(const sycl::queue &q) : context(q.get_context()) {
    cl_context native = get_native<cl>(context);
    handle = build(native, {get_native<cl>(q.get_device())});
    clReleaseContext(native);
  }
  ~program() { clReleaseProgram(handle); }
  sycl::kernel operator[](const char *name) const {
    cl_kernel k = clCreateKernel(handle, name, nullptr);
    const sycl::kernel made = sycl::make_kernel<cl>(k, context);
    clReleaseKernel(k);
    return made;
  }
  sycl::context context;
  cl_program handle;
};

// Accessors, values and structures, between two kernels of SYCL's.
static void buffers(sycl::queue &q) {
  constexpr size_t n = 64;
  std::vector<int> data(n);
  {
    sycl::buffer<int> b(data.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for<Before>(n, [=](sycl::id<1> i) { a[i] = int(i); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.set_args(a, 1, pair{1, sycl::float4(0, 0, 0, 7)});
      h.set_arg(1, 3); // the last one counts
      h.parallel_for(n, program(q)["scale"]);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<class After>(n, [=](sycl::id<1> i) { a[i] = -a[i]; });
    });
  }
  int wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += data[i] != -(3 * int(i) + 8);
  CHECK(wrong == 0);
}

static void ranges(sycl::queue &q) {
  const program p(q);
  constexpr size_t n = 16;
  int *out = sycl::malloc_shared<int>(n, q);
  for (size_t i = 0; i < n; ++i)
    out[i] = int(i);
  sycl::event turned = q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> room(4, h);
    h.set_args(out, room);
    h.parallel_for(sycl::nd_range<1>(n, 4), p["turn"]);
  });
  sycl::event stored = q.submit([&](sycl::handler &h) {
    h.depends_on(turned);
    h.set_args(out + 5, 42);
    h.single_task(p["store"]);
  });
  stored.wait();
  CHECK(out[0] == 3 && out[4] == 7 && out[5] == 42 && out[15] == 12);
  CHECK(stored.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
  // A range in whole groups of the required size; two dimensions, the last of which is OpenCL's first.
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> room(4, h);
     h.set_args(out, room);
     h.parallel_for(sycl::range<1>(n), p["turn"]);
   }).wait();
  CHECK(out[0] == 0 && out[6] == 42 && out[15] == 15);
  q.submit([&](sycl::handler &h) {
     h.set_args(out);
     h.parallel_for(sycl::range<2>(2, 8), p["place"]);
   }).wait();
  CHECK(out[0] == 0 && out[7] == 7 && out[8] == 100 && out[15] == 107);
  q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<3>(0, 1, 1), p["place"]); }).wait(); // nothing to do, whatever its arguments
  sycl::queue profiled(q.get_context(), q.get_device(), sycl::property::queue::enable_profiling());
  sycl::event timed = profiled.submit([&](sycl::handler &h) {
    h.set_args(out, 1);
    h.single_task(p["store"]);
  });
  namespace times = sycl::info::event_profiling;
  CHECK(timed.get_profiling_info<times::command_start>() <= timed.get_profiling_info<times::command_end>());
  sycl::free(out, q);
}

// One kernel, many threads: each launch has the arguments that its group set.
static void threads(sycl::queue &q) {
  constexpr int n = 4, each = 50;
  const program p(q);
  const sycl::kernel k = p["store"];
  int *out = sycl::malloc_shared<int>(n * each, q);
  std::vector<std::thread> all;
  for (int t = 0; t < n; ++t)
    all.emplace_back([&, t] {
      cl_kernel handle = get_native<cl>(k);
      const sycl::kernel same = sycl::make_kernel<cl>(handle, p.context);
      clReleaseKernel(handle);
      for (int i = 0; i < each; ++i)
        q.submit([&](sycl::handler &h) {
          h.set_args(out + t * each + i, 1000 * t + i);
          h.single_task(i % 2 ? same : k);
        });
    });
  for (std::thread &t : all)
    t.join();
  q.wait_and_throw();
  int wrong = 0;
  for (int i = 0; i < n * each; ++i)
    wrong += out[i] != 1000 * (i / each) + i % each;
  CHECK(wrong == 0);
  sycl::free(out, q);
}

static void objects(sycl::queue &q) {
  const program p(q);
  cl_kernel turn = clCreateKernel(p.handle, "turn", nullptr), store = clCreateKernel(p.handle, "store", nullptr);
  const cl_uint programs = references(p.handle);
  {
    const sycl::kernel a = sycl::make_kernel<cl>(turn, p.context), again = sycl::make_kernel<cl>(turn, p.context),
                       b = sycl::make_kernel<cl>(store, p.context);
    CHECK(a == again && a != b && a.get_backend() == cl && a.get_context() == p.context);
    CHECK(a.get_info<sycl::info::kernel::num_args>() == 2);
    CHECK(a.get_info<sycl::info::kernel::attributes>().find("reqd_work_group_size") != std::string::npos);
    CHECK(b.get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device()) > 0);
    CHECK((a.get_info<sycl::info::kernel_device_specific::compile_work_group_size>(q.get_device()) == sycl::range<3>(4, 1, 1)));
    CHECK(get_native<cl>(a) == turn && references(turn) == 3);
    clReleaseKernel(turn);
    const auto whole = a.get_kernel_bundle();
    CHECK(whole.get_kernel_ids().empty() && whole.get_devices() == p.context.get_devices());
    CHECK(get_native<cl>(whole) == std::vector<cl_program>{p.handle});
    clReleaseProgram(p.handle);
    const auto bundle = sycl::make_kernel_bundle<cl, sycl::bundle_state::executable>(p.handle, p.context);
    CHECK(get_native<cl>(bundle).size() == 1 && bundle.get_context() == p.context);
    clReleaseProgram(p.handle);
    CHECK_THROWS(feature_not_supported, sycl::join(std::vector{bundle, bundle}));
    CHECK_THROWS(invalid, sycl::make_kernel_bundle<cl, sycl::bundle_state::object>(p.handle, p.context));
    CHECK_THROWS(build, sycl::make_kernel_bundle<cl, sycl::bundle_state::executable>(nullptr, p.context));
  }
  CHECK(references(turn) == 1 && references(store) == 1 && references(p.handle) == programs);
  clReleaseKernel(turn);
  clReleaseKernel(store);
}

// What SYCL made, as OpenCL's.
static void ours(sycl::queue &q) {
  const auto bundle = sycl::get_kernel_bundle<Before, sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel k = bundle.get_kernel<Before>();
  cl_kernel one = get_native<cl>(k), other = get_native<cl>(k);
  char name[256] = "";
  clGetKernelInfo(one, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
  CHECK(one != other && std::string(name).find("Before") != std::string::npos);
  cl_program made = nullptr;
  clGetKernelInfo(one, CL_KERNEL_PROGRAM, sizeof made, &made, nullptr);
  const std::vector<cl_program> all = get_native<cl>(bundle);
  bool found = false;
  for (cl_program p : all) {
    found = found || p == made;
    clReleaseProgram(p);
  }
  CHECK(found);
  clReleaseKernel(one);
  clReleaseKernel(other);
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.parallel_for(64, k); }));
}

static void expect_later(const sycl::queue &q, sycl::errc code, const char *text, const std::function<void(sycl::handler &)> &group) {
  std::string what;
  sycl::queue watched(q.get_context(), q.get_device(), [&](sycl::exception_list list) {
    for (const auto &e : list)
      try {
        std::rethrow_exception(e);
      } catch (const sycl::exception &x) {
        what = x.code() == code ? x.what() : std::string("another code: ") + x.what();
      }
  });
  watched.submit(group);
  watched.wait_and_throw();
  CHECK(what.find(text) != std::string::npos);
  if (what.find(text) == std::string::npos)
    std::printf("it says: %s\n", what.c_str());
}

static void faults(sycl::queue &q) {
  const program p(q);
  const sycl::kernel store = p["store"], turn = p["turn"];
  int *out = sycl::malloc_shared<int>(16, q);
  sycl::buffer<int> b(16);
  sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t> lost(b);
  const auto submit = [&](auto group) { q.submit([&](sycl::handler &h) { group(h); }); };
  CHECK_THROWS(kernel_argument, submit([&](sycl::handler &h) { h.set_args(out, 1, 2), h.single_task(store); }));
  CHECK_THROWS(kernel_argument, submit([&](sycl::handler &h) { h.set_arg(-1, 2); }));
  CHECK_THROWS(kernel_argument, submit([&](sycl::handler &h) { h.set_args(lost, 1), h.single_task(store); }));
  CHECK_THROWS(nd_range, submit([&](sycl::handler &h) { h.parallel_for(sycl::nd_range<1>(8, 3), turn); }));
  CHECK_THROWS(nd_range, submit([&](sycl::handler &h) { h.parallel_for(6, turn); }));
  CHECK_THROWS(invalid, submit([&](sycl::handler &h) { h.set_args(out, 1), h.single_task(store), h.single_task(store); }));
  CHECK_THROWS(accessor, submit([&](sycl::handler &h) {
                 sycl::local_accessor<char> room(size_t(1) << 40, h);
                 h.set_args(out, room), h.parallel_for(4, turn);
               }));
  CHECK_THROWS(kernel, sycl::make_kernel<cl>(nullptr, p.context));
  // What only the driver knows: an argument of another size, and one that nobody has set.
  expect_later(q, sycl::errc::kernel_argument, "argument 1 of kernel 'store'", [&](sycl::handler &h) { h.set_args(out, 1.0), h.single_task(store); });
  expect_later(q, sycl::errc::kernel_argument, "can't run kernel 'place'", [&](sycl::handler &h) { h.parallel_for(4, p["place"]); });

  // Another context: of the kernel, of the queue.
  cl_device_id device = get_native<cl>(q.get_device());
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_program program = build(context, {device});
  cl_kernel strange = clCreateKernel(program, "store", nullptr);
  CHECK_THROWS(invalid, sycl::make_kernel<cl>(strange, p.context));
  CHECK_THROWS(invalid, sycl::make_kernel_bundle<cl, sycl::bundle_state::executable>(program, p.context));
  CHECK(references(strange) == 1);
  const sycl::context there = sycl::make_context<cl>(context);
  const sycl::kernel theirs = sycl::make_kernel<cl>(strange, there);
  CHECK_THROWS(invalid, submit([&](sycl::handler &h) { h.set_args(out, 1), h.single_task(theirs); }));
  sycl::queue other(there, q.get_device());
  int *usm = sycl::malloc_shared<int>(1, other);
  other.submit([&](sycl::handler &h) { h.set_args(usm, 17), h.single_task(theirs); }).wait();
  CHECK(*usm == 17);
  sycl::free(usm, other);
  clReleaseKernel(strange);
  clReleaseProgram(program);
  clReleaseContext(context);

  // What the program has set by itself stays.
  cl_kernel own = clCreateKernel(p.handle, "store", nullptr);
  const int value = 99;
  clSetKernelArg(own, 1, sizeof value, &value);
  q.submit([&](sycl::handler &h) { h.set_arg(0, out), h.single_task(sycl::make_kernel<cl>(own, p.context)); }).wait();
  CHECK(*out == 99);
  for (int i = 0; i < 1000 && references(own) > 1; ++i) // a command lets go of what it has after its event
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(references(own) == 1);
  clReleaseKernel(own);
  sycl::free(out, q);
}

static void mismatch(sycl::queue &q) {
  CHECK_THROWS(backend_mismatch, sycl::make_kernel<cl>(nullptr, q.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::make_kernel_bundle<cl, sycl::bundle_state::executable>(nullptr, q.get_context()));
  const auto bundle = sycl::get_kernel_bundle<Before, sycl::bundle_state::executable>(q.get_context());
  CHECK_THROWS(backend_mismatch, get_native<cl>(bundle.get_kernel<Before>()));
  CHECK_THROWS(backend_mismatch, get_native<cl>(bundle));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.single_task(bundle.get_kernel<Before>()); }));
  for (const sycl::device &d : sycl::device::get_devices())
    if (d.get_backend() == cl) {
      const sycl::kernel k = program(sycl::queue(d))["store"];
      CHECK_THROWS(backend_mismatch, q.submit([&](sycl::handler &h) { h.single_task(k); }));
    }
}

int main() {
  int on_opencl = 0;
  const int result = on_every_device([&](sycl::queue &q) {
    if (q.get_backend() != cl)
      return mismatch(q);
    buffers(q);
    ranges(q);
    threads(q);
    objects(q);
    ours(q);
    faults(q);
    ++on_opencl;
  });
  CHECK(on_opencl > 0);
  return result || failures;
}
