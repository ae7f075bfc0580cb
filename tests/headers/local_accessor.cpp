// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory of a work-group: every work-item keeps to elements of its own here.
#include "check.hpp"

using namespace sycl;

int main() {
  queue q;
  std::vector<int> out(64);
  {
    buffer<int> b(out);
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      local_accessor<int, 2> l(range<2>(8, 4), h);
      local_accessor<char> other(8, h);
      CHECK(l.size() == 32 && l.byte_size() == 128);
      h.parallel_for<class Local>(nd_range<1>(64, 8), [=](nd_item<1> it) {
        const std::size_t me = it.get_local_id(0);
        for (std::size_t i = 0; i < 4; ++i)
          l[me][i] = static_cast<int>(it.get_global_id(0) + i);
        other[me] = static_cast<char>(me);
        int sum = other[me];
        for (std::size_t i = 0; i < 4; ++i)
          sum += l[id<2>(me, i)];
        a[it.get_global_id()] = sum;
      });
    });
    // SYCL 1.2.1's spelling.
    q.submit([&](handler &h) {
      auto a = b.get_access<access::mode::read_write>(h);
      accessor<int, 1, access::mode::read_write, access::target::local> l(range<1>(8), h);
      h.parallel_for<class OldLocal>(nd_range<1>(64, 8), [=](nd_item<1> it) {
        l[it.get_local_id()] = a[it.get_global_id()];
        a[it.get_global_id()] = l[it.get_local_id()] + 1;
      });
    });
  }
  for (int i = 0; i < 64; ++i)
    CHECK(out[static_cast<std::size_t>(i)] == 4 * i + 6 + i % 8 + 1);
#ifdef SYCC_PLAIN // elsewhere the launch says it
  CHECK_THROWS(errc::memory_allocation, q.submit([&](handler &h) { local_accessor<int> l(16, h), much(1 << 17, h); }));
#endif
  q.wait_and_throw();
  return report("local_accessor");
}
