// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: regular expressions, files, time.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <regex>
#include <string>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::vector<fs::path> matching(const fs::path &folder, const std::regex &pattern) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; it != end && !error; it.increment(error))
    if (std::smatch match; [&]() -> bool { static thread_local std::string s; s = it->path().string(); return std::regex_search(s, match, pattern); }())
      found.push_back(fs::relative(it->path(), folder));
  return found;
}

int main(int argc, char **argv) {
  const std::regex attribute(R"(\[\[[[:alpha:]_]+(::[[:alnum:]_]+)?(\([^)]*\))?\]\])", std::regex::ECMAScript | std::regex::icase);
  const std::string text = "[[nodiscard]] int f(); [[sycl::device_has(1)]] void g();";
  auto begin = std::sregex_iterator(text.begin(), text.end(), attribute);
  long count = std::distance(begin, std::sregex_iterator());
  const std::string replaced = std::regex_replace(text, attribute, "[[$1]]");
  auto start = std::chrono::steady_clock::now();
  auto deadline = start + 20ms + 3us;
  std::chrono::duration<double, std::milli> took = deadline - start;
  try {
    for (auto &path : matching(argc > 1 ? argv[1] : ".", std::regex(".*\\.[ch]pp")))
      count += long(fs::exists(path) ? fs::file_size(path) : 0) + path.extension().native()[0];
  } catch (const fs::filesystem_error &e) {
    count += e.code().value();
  } catch (...) {
    throw;
  }
  std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
#if __cplusplus >= 202002L
  using namespace std::chrono;
  count += int(unsigned((2024y / February / last).day())) + weekday(sys_days(2024y / 2 / 29)).c_encoding();
#endif
  return int(count + replaced.size() + took.count()) + std::localtime(&now)->tm_year;
}
