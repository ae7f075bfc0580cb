// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for faults.c that comes to all of the runtime. Each part tells an error, or its results are right. Exit status 1: there were errors,
// 2: something was wrong without an error.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

using namespace sycl;

static std::atomic<int> errors, wrong;
static int errors_before; // the part that runs now
static bool unchecked;    // the driver runs no kernels

static void tell(const std::exception &e) {
  ++errors;
  wrong += !*e.what();
  std::printf("error: %s\n", e.what());
}

static void tell_all(exception_list list) {
  for (auto &p : list)
    try {
      std::rethrow_exception(p);
    } catch (const std::exception &e) {
      tell(e);
    }
}

// What must be true where this part told no error.
static void check(bool is, const char *what) {
  if (is || unchecked || errors != errors_before)
    return;
  ++wrong;
  std::printf("wrong: %s\n", what);
}

constexpr specialization_id<int> constant{5};
static ext::oneapi::device_global<int> global;
enum { N = 64 };

static void buffers(queue q) {
  std::vector<int> data(N), copy(N);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int> b(data.data(), N), c(copy.data(), N), part(b, 32, 32);
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(N, [=](id<1> i) { a[i] *= 2; });
    });
    q.submit([&](handler &h) {
      accessor a(part, h, write_only, no_init);
      h.fill(a, 7);
    });
    q.submit([&](handler &h) {
      accessor from(b, h, read_only);
      accessor to(c, h, write_only);
      h.copy(from, to);
    });
    q.wait_and_throw();
    if (errors == errors_before) {
      host_accessor a(c, read_only);
      check(a[5] == 10 && a[40] == 7, "copy of a buffer");
    }
  }
  check(data[10] == 20 && data[33] == 7 && copy[10] == 20, "buffers");
}

static void pointers(queue q) {
  auto release = [&](int *p) { sycl::free(p, q); };
  using memory = std::unique_ptr<int, decltype(release)>;
  memory shared(malloc_shared<int>(N, q), release), device(malloc_device<int>(N, q), release), host(malloc_host<int>(N, q), release);
  if (!shared || !device || !host)
    return tell(std::runtime_error("no memory"));
  try {
    int *s = shared.get(), *d = device.get();
    event e = q.fill(s, 3, N);
    e = q.submit([&](handler &h) {
      h.depends_on(e);
      h.parallel_for(nd_range<1>(N, 16), [=](nd_item<1> i) {
        group_barrier(i.get_group());
        s[i.get_global_id()] += int(reduce_over_group(i.get_group(), 1, plus<>()));
      });
    });
    e = q.memcpy(d, s, N * sizeof(int), e);
    q.memcpy(host.get(), d, N * sizeof(int), e).wait_and_throw();
    q.prefetch(s, N * sizeof(int)).wait_and_throw();
  } catch (...) {
    q.wait();
    throw;
  }
  q.throw_asynchronous();
  check(host.get()[40] == 19, "USM");
}

static void host_tasks(queue q) {
  auto count = std::make_shared<std::atomic<int>>(0);
  int sent = 0;
  try {
    event last;
    for (; sent < 4; ++sent)
      last = q.submit([&](handler &h) {
        h.depends_on(last);
        h.host_task([count] { ++*count; });
      });
  } catch (...) {
    q.wait();
    check(*count == sent, "host tasks before an error");
    throw;
  }
  q.wait_and_throw();
  check(*count == 4, "host tasks");
  for (int i = 0; i < 1000 && count.use_count() > 1; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  check(count.use_count() == 1, "host tasks are destroyed");
}

static void sums(queue q) {
  int result = 0;
  {
    buffer<int> b(&result, 1);
    q.submit([&](handler &h) { h.parallel_for(range<2>(8, 8), reduction(b, h, plus<>()), [=](item<2> i, auto &sum) { sum += int(i.get_linear_id()); }); });
    q.wait_and_throw();
  }
  check(result == 2016, "reduction");
}

static void constants(queue q) {
  int result[2] = {}, number = 9;
  {
    buffer<int> b(result, 2);
    q.memcpy(global, &number).wait_and_throw();
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.set_specialization_constant<constant>(6);
      h.single_task([=](kernel_handler k) {
        a[0] = k.get_specialization_constant<constant>();
        a[1] = global;
      });
    });
    q.wait_and_throw();
  }
  check(result[0] == 6 && result[1] == 9, "constants");
}

static void bundles(queue q) {
  auto ready = get_kernel_bundle<bundle_state::executable>(q.get_context(), {q.get_device()});
  check(errors || !ready.get_kernel_ids().empty(), "kernels of a bundle"); // an image that could not be registered was missed before
  for (auto &id : ready.get_kernel_ids())
    check(*id.get_name(), "name of a kernel");
}

static void streams(queue q) {
  q.submit([&](handler &h) {
    stream out(256, 64, h);
    h.parallel_for(2, [=](id<1> i) { out << "from " << int(i[0]) << endl; });
  });
  q.wait_and_throw();
}

static void pictures(queue q) {
  std::vector<float4> data(16, float4(1, 2, 3, 4)), out(16);
  {
    unsampled_image<2> from(data.data(), image_format::r32g32b32a32_sfloat, range<2>(4, 4));
    buffer<float4> to(out.data(), 16);
    q.submit([&](handler &h) {
      unsampled_image_accessor<float4, 2, access_mode::read> in(from, h);
      accessor a(to, h, write_only);
      h.parallel_for(range<2>(4, 4), [=](item<2> i) { a[i.get_linear_id()] = in.read(int2(int(i[1]), int(i[0]))); });
    });
    q.wait_and_throw();
  }
  check(out[7][2] == 3, "image");
}

static void devices(queue q) {
  check(!platform::get_platforms().empty(), "platforms");
  check(q.get_device().get_info<info::device::max_compute_units>() > 0, "units");
}

// Arguments: the names of parts; none: all. "unchecked" before them: on a driver that runs no kernels.
static bool is_wanted(const char *name, char **arguments) {
  for (char **at = arguments + 1; *at; ++at)
    if (!std::strcmp(*at, name))
      return true;
  return !arguments[1];
}

int main(int, char **arguments) {
  static const struct {
    const char *name;
    void (*run)(queue);
  } parts[] = {{"devices", devices},     {"buffers", buffers}, {"pointers", pointers}, {"host_tasks", host_tasks}, {"sums", sums},
               {"constants", constants}, {"bundles", bundles}, {"streams", streams},   {"pictures", pictures}};
  unchecked = arguments[1] && !std::strcmp(arguments[1], "unchecked");
  arguments += unchecked;
  for (auto &part : parts) {
    if (!is_wanted(part.name, arguments))
      continue;
    errors_before = errors;
    try {
      queue q(tell_all), in_order(tell_all, property::queue::in_order());
      part.run(q);
      part.run(in_order);
    } catch (const std::exception &e) {
      tell(e);
    }
  }
  return wrong ? 2 : errors ? 1 : 0;
}
