// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: brackets of all kinds.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
int a[4][4], n;
struct Box { int v[4]; int &operator[](int i) noexcept { return v[i]; } const int &operator[](int i) const { return v[i]; } int operator()(int i) const { return v[i]; } };
Box boxes[2];
using Table = int (*[2])(int);
int twice(int x) { return 2 * x; }
Table functions = {twice, [](int x) { return x; }};
template <class F> int call(F f) { return f(1); }
template <int... N> struct Numbers { static constexpr int value[] = {N...}; };

[[nodiscard]] [[gnu::const]] [[]] int pure1(int x) { return x; }
[[using gnu: cold, noinline]] int cold(int x [[maybe_unused]]) { return 1; }
[[gnu::section("[[x]]"), clang::annotate("[[y]]", 3)]] int placed(int);
[[deprecated("[[old]]")]] [[, gnu::hot, ]] int old();
struct [[gnu::packed]] alignas(8) Packed { [[no_unique_address]] struct {} e; int bits [[gnu::aligned(4)]] : 3; };
enum [[clang::flag_enum]] Flags { one [[maybe_unused]] = 1, two = 2 };
namespace [[gnu::visibility("hidden")]] hidden { int x; }
alignas(16) [[maybe_unused]] static int aligned[2];
int trailing() noexcept [[clang::nonblocking]];
auto arrow() noexcept(noexcept(n)) -> int (*)[4] { return a; }

int main() {
  int sum = a[a[0][1]][a[1][a[2][3] & 3]] + boxes[boxes[0][1]][n] + boxes[1](a[0][0]) + functions[n](a[n][n]);
  sum += a[([&]() { return n; })() & 3][([=](int i) mutable noexcept { return i++; })(2)] < a[0][0];
  sum += call([](int x) noexcept { return a[x][([](int y) { return y & 3; })(x)]; }) + call([&](auto x) -> int { return a[x][0]; });
  sum += call([m = a[1], &b = boxes[0]](int x) mutable { return m[x] + b[x]; })[Numbers<1, 2, 3>::value];
  auto [p, q, r, s] = a[0];
  auto &[v] = boxes[1];
  for (auto &row : a)
    for (int &x [[maybe_unused]] : row)
      if (x > row[0]) [[clang::nomerge]] cold(x);
  switch (sum) {
  case 1: sum = p + q; [[fallthrough]];
  case 2: [[likely]] sum = r + s; break;
  default: [[unlikely]] break;
  }
  [[clang::suppress]] { sum += v[0]; }
  label: [[maybe_unused]] int unused = sizeof(int[2][3]);
  int *allocated = new int[n + 2]{1, 2};
  sum += allocated[0] + (&a[1])[0][1] + 1[a[0]] + "[[text]]"[n] + hidden::x + aligned[0] + cold(pure1(1)) + (*arrow())[0];
  delete[] allocated;
  return [] { return [] { return [](int x) { return x; }; }; }()()(sum);
}
