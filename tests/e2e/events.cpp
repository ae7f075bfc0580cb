// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events: states, waits, profiling, copies that mean the same event.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

static void test(sycl::queue &q) {
  using status = sycl::info::event_command_status;
  CHECK(sycl::event().get_info<sycl::info::event::command_execution_status>() == status::complete);

  volatile int *stop = sycl::malloc_shared<int>(1, q);
  *stop = 0;
  sycl::event first = q.submit([&](sycl::handler &h) {
    h.host_task([stop] {
      while (!*stop)
        ;
    });
  });
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  sycl::event second = q.single_task(first, [=] { *p = 1; }), same = second;
  CHECK(second.get_info<sycl::info::event::command_execution_status>() == status::submitted && *p == 0);
  CHECK(same == second && !(same == first));
  *stop = 1;
  sycl::event::wait({first, second});
  CHECK(*p == 1 && same.get_info<sycl::info::event::command_execution_status>() == status::complete);
  sycl::free(p, q);
  sycl::free(const_cast<int *>(stop), q);

  if (q.get_device().has(sycl::aspect::queue_profiling)) {
    sycl::queue timed(q.get_device(), sycl::property::queue::enable_profiling());
    sycl::event e = timed.parallel_for(sycl::range(1000), [](sycl::id<1>) {});
    e.wait();
    const auto submit = e.get_profiling_info<sycl::info::event_profiling::command_submit>();
    const auto start = e.get_profiling_info<sycl::info::event_profiling::command_start>();
    const auto end = e.get_profiling_info<sycl::info::event_profiling::command_end>();
    CHECK(submit > 0 && submit <= start && start <= end);
  }
  CHECK_THROWS(invalid, q.single_task([] {}).get_profiling_info<sycl::info::event_profiling::command_end>());
}

int main() {
  return on_every_device(test);
}
