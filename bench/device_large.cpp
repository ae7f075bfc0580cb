// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source of some size as the device compilation sees it: many headers, a few kernels.
#include <algorithm>
#include <array>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <sycl/sycl.hpp>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

template <int N> void scale(sycl::queue &q, sycl::buffer<float> &buffer) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h);
    h.parallel_for(buffer.get_range(),
                   [=](sycl::id<1> i) [[sycl::reqd_sub_group_size(N)]] { a[i] *= float(N); });
  });
}

int main() {
  sycl::queue q;
  std::vector<float> data(1024);
  std::iota(data.begin(), data.end(), 0.0f);
  {
    sycl::buffer<float> buffer(data);
    scale<8>(q, buffer);
    scale<16>(q, buffer);
    scale<32>(q, buffer);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(buffer.get_range(), [=](sycl::id<1> i) {
        std::complex<float> z(a[i], 1.0f);
        a[i] = (z * z).real() + std::min(a[i], 2.0f);
      });
    });
  }
  std::regex pattern("[0-9]+");
  std::cout << std::regex_match(std::to_string(data[1]), pattern) << '\n';
}
