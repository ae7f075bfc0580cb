// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::half: conversions on host and device give the same bits, and arithmetic rounds as it should.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

static uint16_t bits(sycl::half h) {
  uint16_t b;
  std::memcpy(&b, &h, sizeof b);
  return b;
}

static void host() {
  static_assert(sizeof(sycl::half) == 2);
  CHECK(bits(sycl::half(1.0f)) == 0x3c00 && bits(sycl::half(-2.0f)) == 0xc000);
  CHECK(bits(sycl::half(65504.0f)) == 0x7bff &&
        bits(sycl::half(65520.0f)) == 0x7c00);      // the largest, and beyond
  CHECK(bits(sycl::half(5.9604645e-8f)) == 0x0001); // the smallest
  CHECK(bits(sycl::half(1.00048828125f)) == 0x3c00 &&
        bits(sycl::half(1.00146484375f)) == 0x3c02); // ties to even
  CHECK(float(sycl::half(0.1f)) == 0.0999755859375f);
  CHECK(std::isnan(float(sycl::half(std::numeric_limits<float>::quiet_NaN()))));
}

static void test(sycl::queue &q) {
  host();
  constexpr size_t N = 65536; // all of them
  std::vector<float> to_float(N);
  std::vector<uint16_t> back(N);
  std::vector<sycl::half> in(N), sum(N);
  for (size_t i = 0; i < N; ++i) {
    const uint16_t b = static_cast<uint16_t>(i);
    std::memcpy(&in[i], &b, sizeof b);
  }
  {
    sycl::buffer A(in), S(sum);
    sycl::buffer F(to_float);
    sycl::buffer B(back);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(A, h, sycl::read_only);
      sycl::accessor s(S, h, sycl::write_only, sycl::no_init);
      sycl::accessor f(F, h, sycl::write_only, sycl::no_init);
      sycl::accessor b(B, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
        f[i] = a[i];
        b[i] = sycl::bit_cast<uint16_t>(sycl::half(float(a[i])));
        s[i] = a[i] * sycl::half(3.0f) + sycl::half(1.0f);
      });
    });
  }
  size_t wrong = 0;
  for (size_t i = 0; i < N; ++i) {
    const float f = in[i];
    if (std::isnan(f)) {
      wrong += !std::isnan(to_float[i]) || (back[i] & 0x7c00) != 0x7c00 || (back[i] & 0x3ff) == 0;
      continue;
    }
    const float twice = float(sycl::half(float(sycl::half(f * 3.0f)) + 1.0f)),
                once = float(sycl::half(f * 3.0f + 1.0f));
    wrong += to_float[i] != f || back[i] != i || (float(sum[i]) != twice && float(sum[i]) != once);
  }
  CHECK(wrong == 0);
}

int main() {
  return on_every_device(test, {fp16});
}
