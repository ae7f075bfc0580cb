// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: containers, algorithms, ranges.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#include <span>
#endif

struct Record {
  [[maybe_unused]] int key = 0;
  std::string name;
  std::array<double, 3> place{{0, 1, 2}};
  bool operator<(const Record &other) const noexcept { return key < other.key; }
  double operator[](std::size_t i) const noexcept { return place[i]; }
};
template <class Container> auto largest(const Container &c) -> typename Container::value_type {
  return *std::max_element(c.begin(), c.end(), [](const auto &a, const auto &b) noexcept { return a < b; });
}
std::map<std::string, std::vector<std::pair<int, std::deque<Record>>>> table;
std::unordered_map<int, std::unordered_set<std::string>> names;

int main(int argc, char **argv) {
  std::vector<std::string> words(argv, argv + argc);
  std::sort(words.begin(), words.end(), [](const auto &a, const auto &b) noexcept { return a.size() < b.size(); });
  for (auto &w : words)
    table[w].push_back({int(w.size()), {Record{1, w}, Record{2, "x"}}});
  for (auto &[word, rows] : table)
    for (auto &[number, records] : rows)
      if (auto it = std::find_if(records.begin(), records.end(), [n = number](const Record &r) mutable { return r.key == n--; });
          it != records.end()) [[likely]]
        names[number].insert(word + it->name);
  std::priority_queue<Record> queue;
  std::list<int> list{3, 1, 2};
  list.sort([](int a, int b) { return a > b; });
  std::forward_list<int> chain(list.begin(), list.end());
  std::bitset<64> bits(argc);
  std::set<Record> ordered{Record{3, "c"}, Record{1, "a"}};
  std::stack<int, std::vector<int>> stack;
  for (int i : chain)
    stack.push(int(bits[i] ? largest(list) : i));
  int matrix[2][2] = {{1, 2}, {3, 4}}, sum = matrix[stack.top() & 1][matrix[0][0]];
#if __cplusplus >= 202002L
  for (int x : list | std::views::filter([](int i) { return i % 2; }) | std::views::transform([](int i) { return i * i; }))
    sum += x;
  std::ranges::sort(words, {}, [](const std::string &s) { return s.size(); });
  sum += std::span(words).subspan(0)[0].size();
#endif
  return sum + int(ordered.begin()->operator[](0)) + int(queue.size());
}
