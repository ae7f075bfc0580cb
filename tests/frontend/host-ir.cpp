// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's output is the same with and without the plugin.
// RUN: %clangxx -Xclang -fsycl-is-host -O1 -S -emit-llvm %s -o %t.without.ll
// RUN: %clangxx -Xclang -fsycl-is-host -fplugin=%build/lib/sycc/sycc-frontend.so -O1 -S -emit-llvm %s -o %t.with.ll
// RUN: cmp %t.without.ll %t.with.ll
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>
std::map<std::string, std::vector<std::function<int(int)>>> table;
int main(int argc, char **argv) {
  std::vector<std::string> words(argv, argv + argc);
  std::sort(words.begin(), words.end(), [](const auto &a, const auto &b) noexcept { return a.size() < b.size(); });
  for (auto &w : words)
    table[w].push_back([n = w.size()](int x) mutable { return int(n++) + x; });
  std::ostringstream out;
  for (auto &[word, functions] : table)
    if (std::regex_match(word, std::regex("[a-z]+"))) [[likely]]
      out << word << functions[0](int(words[0].size()));
  return int(out.str().size());
}
