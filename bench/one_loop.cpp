// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one_kernel.cpp computes, in a loop.
#include <cstdio>
#include <vector>

int main() {
  constexpr size_t count = 100000;
  std::vector<float> x(count, 1.0f), y(count, 2.0f);
  auto body = [&](size_t i) { y[i] = 3.0f * x[i] + y[i]; };
  for (size_t i = 0; i < count; ++i)
    body(i);
  std::printf("%g\n", y[count - 1]);
  return y[count - 1] == 5.0f ? 0 : 1;
}
