// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: streams, locales, formatting.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
#include <cctype>
#include <charconv>
#include <clocale>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#if __has_include(<format>) && __cplusplus >= 202002L
#include <format>
#endif

struct Point { int x[2]; };
std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '[' << p.x[0] << ", " << p.x[1] << "]]"; }
std::istream &operator>>(std::istream &in, Point &p) {
  char open = 0, comma = 0, close = 0;
  if (in >> open >> p.x[0] >> comma >> p.x[1] >> close; open != '[' || close != ']') [[unlikely]]
    in.setstate(std::ios::failbit);
  return in;
}
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  [[nodiscard]] std::string do_grouping() const override { return "\3"; }
};

int main(int argc, char **argv) {
  std::locale::global(std::locale(std::locale::classic(), new Comma));
  std::ostringstream out;
  out.imbue(std::locale());
  out << std::setw(12) << std::setfill('*') << std::hex << std::showbase << 255 << std::boolalpha << true << Point{{1, 2}}
      << std::put_time(nullptr, "[[sycl::device_has()]]") << std::quoted("a [[b]] c");
  for (std::string_view s : {std::string_view("[["), std::string_view(argv[0]), std::string_view(R"([[sycl::x]])")})
    out.write(s.data(), [&]() noexcept -> std::streamsize { return std::streamsize(s.size()); }());
  Point p{};
  std::istringstream(out.str()) >> std::ws >> p;
  std::wstringstream wide;
  wide << std::fixed << std::setprecision(3) << 3.14159 << L"[[" << std::put_money(123);
  std::ifstream file(argv[argc - 1]);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  int number = 0;
  [[maybe_unused]] auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
#if __has_include(<format>) && __cplusplus >= 202002L
  text += std::format("{:>10}[[{:#x}]]", "a", number);
#endif
  std::clog << text << std::use_facet<std::ctype<char>>(std::locale()).toupper('x') << std::flush;
  return number + p.x[p.x[0] & 1];
}
