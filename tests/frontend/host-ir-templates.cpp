// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: templates, variants, functions, memory.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
#include <any>
#include <functional>
#include <initializer_list>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
#if __cplusplus >= 202002L
#include <compare>
#include <concepts>
#include <coroutine>
#endif
#if __cplusplus > 202002L
#include <expected>
#endif

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;
struct Leaf { int value; };
struct Node { std::unique_ptr<std::variant<Leaf, Node>> child[2]; };
using Tree = std::variant<Leaf, Node>;

int total(const Tree &tree) {
  return std::visit(Overloaded{[](const Leaf &l) noexcept -> int { return l.value; },
                               [](const Node &n) { return total(*n.child[0]) + total(*n.child[1]); }}, tree);
}
template <std::size_t... I, class... T> constexpr auto reversed(std::index_sequence<I...>, const std::tuple<T...> &t) {
  return std::make_tuple(std::get<sizeof...(T) - 1 - I>(t)...);
}
template <class T, class = void> struct HasSize : std::false_type {};
template <class T> struct HasSize<T, std::void_t<decltype(std::declval<const T &>().size())>> : std::true_type {};
template <class T> [[nodiscard]] constexpr int size_of(const T &t) {
  if constexpr (HasSize<T>::value)
    return int(t.size());
  else
    return sizeof(T);
}
#if __cplusplus >= 202002L
template <class T> concept Sized = requires(const T t) { { t.size() } -> std::convertible_to<std::size_t>; };
template <Sized T> requires(sizeof(T) > 1) auto twice(const T &t) noexcept(noexcept(t.size())) { return 2 * t.size(); }
struct Version { int part[3]; auto operator<=>(const Version &) const = default; };
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task coroutine() { co_return; }
#endif

int main(int argc, char **) {
  std::pmr::monotonic_buffer_resource pool;
  std::pmr::vector<std::pmr::string> strings(&pool);
  strings.emplace_back("pool");
  Node node;
  node.child[0] = std::make_unique<Tree>(Leaf{argc});
  node.child[1] = std::make_unique<Tree>(Leaf{2});
  std::function<std::optional<int>(int)> half = [](int n) mutable -> std::optional<int> { return n % 2 ? std::nullopt : std::optional(n / 2); };
  auto bound = std::bind(std::plus<>(), std::placeholders::_1, 3);
  std::shared_ptr<int[]> shared(new int[2]{1, 2}, [](int *p) { delete[] p; });
  std::any any = std::string("any");
  auto [a, b, c] = reversed(std::index_sequence_for<int, char, double>(), std::tuple(1, 'b', 3.0));
  int sum = total(Tree(std::move(node))) + half(4).value_or(0) + bound(1) + shared[1] + size_of(strings) + int(a) + b + c;
#if __cplusplus >= 202002L
  coroutine();
  sum += int(twice(strings)) + (Version{{1, 2, 3}} < Version{{1, 2, 4}});
#endif
#if __cplusplus > 202002L
  std::expected<int, std::string> result = std::unexpected("no");
  sum += result.value_or(7);
#endif
  return sum + int(std::any_cast<std::string &>(any).size());
}
