// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code of the host alone: sycc -c is to take little more time for it than clang.
#include <iostream>
#include <map>
#include <memory>
#include <regex>

struct Shape {
  virtual ~Shape();
  virtual double area() const = 0;
};
Shape::~Shape() {}

struct Square : Shape {
  double side;
  explicit Square(double side) : side(side) {}
  double area() const override;
};
double Square::area() const {
  return side * side;
}

int main(int argc, char **argv) {
  std::map<std::string, std::shared_ptr<Shape>> shapes;
  std::regex size("(\\w+)=(\\d+)");
  for (int i = 1; i < argc; i++) {
    std::smatch match;
    std::string text = argv[i];
    if (std::regex_match(text, match, size))
      shapes[match[1]] = std::make_shared<Square>(std::stod(match[2]));
  }
  for (auto &[name, shape] : shapes)
    std::cout << name << " " << shape->area() << "\n";
}
