// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros of one letter, from the command line or before the include, do not change the API and are there after it.
#define A 16
#define B 16
#define C 16
#define D 16
#define E 16
#define F 16
#define G 16
#define H 16
#define I 16
#define J 16
#define K 16
#define L 16
#define M 16
#define N 16
#define O 16
#define P 16
#define Q 16
#define R 16
#define S 16
#define T 16
#define U 16
#define V 16
#define W 16
#define X 16
#define Y 16
#define Z 16
#include "check.hpp"

#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> values(N);
  {
    sycl::buffer<int> buffer(values.data(), N);
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only);
      h.parallel_for(sycl::nd_range<1>(N, N), [=](sycl::nd_item<1> it) {
        out[it.get_global_id(0)] = sycl::reduce_over_group(it.get_group(), 1, sycl::plus<>()) + T;
      });
    });
  }
  CHECK(values == std::vector<int>(N, N + T));
  const int first = A + B + C + D + E + F + G + H + I + J + K + L + M, second = N + O + P + Q + R + S + U + V + W + X + Y + Z;
  CHECK(first + second + T == 26 * 16);
  return report("user_macros");
}
