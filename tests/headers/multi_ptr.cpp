// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// multi_ptr in every space and decoration: types, conversions, arithmetic, comparisons, on the host and in a kernel.
#include "check.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

// What converts into what, and how.
template <class From, class To> constexpr bool silently = std::is_convertible_v<From, To>;
template <class From, class To>
constexpr bool when_asked = !std::is_convertible_v<From, To> && std::is_constructible_v<To, From>;
template <class From, class To> constexpr bool never = !std::is_constructible_v<To, From>;

static_assert(silently<decorated_global_ptr<int>, raw_global_ptr<int>>);
static_assert(silently<raw_local_ptr<int>, decorated_local_ptr<int>>);
static_assert(silently<global_ptr<int>, raw_global_ptr<const int>>);
static_assert(silently<raw_global_ptr<int>, raw_global_ptr<void>>);
static_assert(silently<decorated_local_ptr<const int>, decorated_local_ptr<const void>>);
static_assert(silently<decorated_local_ptr<int>, decorated_generic_ptr<int>>);
static_assert(silently<raw_private_ptr<int>, raw_generic_ptr<const int>>);
static_assert(silently<int *, global_ptr<int>>); // legacy
static_assert(when_asked<int *, raw_global_ptr<int>>);
static_assert(when_asked<raw_generic_ptr<int>, raw_global_ptr<int>>);
static_assert(when_asked<raw_generic_ptr<int>, decorated_private_ptr<int>>);
static_assert(when_asked<raw_global_ptr<void>, raw_global_ptr<int>>);
static_assert(when_asked<raw_global_ptr<const void>, raw_global_ptr<const int>>);
static_assert(silently<std::nullptr_t, decorated_local_ptr<int>>);
static_assert(never<raw_global_ptr<int>, raw_local_ptr<int>> && never<global_ptr<int>, private_ptr<int>>);
static_assert(never<raw_global_ptr<const int>, raw_global_ptr<int>> && never<const int *, raw_global_ptr<int>>);
static_assert(never<raw_generic_ptr<const int>, raw_local_ptr<int>> && never<float *, global_ptr<int>>);

static_assert(raw_global_ptr<int>::address_space == address_space::global_space && !raw_global_ptr<int>::is_decorated);
static_assert(decorated_local_ptr<int>::is_decorated && !local_ptr<int>::is_decorated);
static_assert(std::is_same_v<raw_global_ptr<int>::pointer, int *>);
static_assert(std::is_same_v<raw_global_ptr<int>::reference, int &>);
static_assert(std::is_same_v<remove_decoration_t<decorated_global_ptr<int>::pointer>, int *>);
static_assert(std::is_same_v<raw_local_ptr<const float>::value_type, const float>);
static_assert(std::is_same_v<std::iterator_traits<raw_global_ptr<int>>::difference_type, std::ptrdiff_t>);

struct Pair {
  int a, b;
};

// Everything on eight elements 0 to 7; returns how many things were wrong.
template <class P> int exercise(P p) {
  int wrong = 0;
  auto check = [&](bool ok) { wrong += !ok; };
  P q = p + 3, r = 3 + p, none, null = nullptr;
  check(*q == 3 && q[1] == 4 && q[-1] == 2 && r == q && q - p == 3 && *(q - 1) == 2);
  check(*q++ == 3 && *q == 4 && *++q == 5 && *q-- == 5 && *--q == 3);
  q += 2;
  check(*q == 5);
  q -= 4;
  check(*q == 1);
  check(p < q && p <= q && q > p && q >= p && p != q && p == p && !(p == q));
  check(none == nullptr && nullptr == null && p != nullptr && nullptr != p && !none && p);
  check(p > nullptr && nullptr < p && p >= nullptr && nullptr <= p && !(p < nullptr) && !(nullptr >= p));
  check(p.get_raw() == &p.get_raw()[0] && p.get_decorated() == p.get() && *p.get() == 0);
  q = nullptr;
  check(!q);
  q = p;
  int *raw = q; // deprecated, as long as there is a plain pointer in it
  check(raw[7] == 7 && q == raw && raw == q && q - raw == 0 && raw + 2 - q == 2);
  *q = 9;
  check(*p == 9);
  *p = 0;
  return wrong;
}

template <address_space Space> int in_space(int *memory) {
  int wrong = exercise(multi_ptr<int, Space, decorated::yes>(memory));
  wrong += exercise(multi_ptr<int, Space, decorated::no>(memory));
  wrong += exercise(multi_ptr<int, Space, decorated::legacy>(memory));
  // Through void, const and generic, and back.
  multi_ptr<int, Space, decorated::yes> p(memory);
  multi_ptr<void, Space, decorated::yes> v = p;
  multi_ptr<const int, Space, decorated::no> c = p;
  multi_ptr<const void, Space, decorated::no> cv = c;
  multi_ptr<int, address_space::generic_space, decorated::no> g = p;
  wrong += multi_ptr<int, Space, decorated::yes>(v) != p;
  wrong += static_cast<multi_ptr<const int, Space, decorated::no>>(cv) != c;
  wrong += static_cast<multi_ptr<int, Space, decorated::yes>>(g) != p;
  wrong += c != p || p > c || c - p != 0; // the same memory, another decoration
  wrong += g.get_raw() != memory || v.get() == nullptr || c[2] != 2;
  wrong += address_space_cast<Space, decorated::yes>(memory) != p;
  wrong += address_space_cast<Space, decorated::no>(p.get())[5] != 5;
  wrong += make_ptr<int, Space, decorated::no>(p.get_decorated()).get() != memory;
  static_assert(SYCL_KHR_STATIC_ADDRSPACE_CAST == 1);
  wrong += khr::static_addrspace_cast<Space>(memory) != p || khr::static_addrspace_cast<Space>(p.get()).get_raw() != memory;
  static_assert(std::is_same_v<decltype(khr::static_addrspace_cast<Space>(g)), multi_ptr<int, Space, decorated::no>>);
  wrong += khr::static_addrspace_cast<Space>(multi_ptr<int, address_space::generic_space, decorated::yes>(p)) != p;
  return wrong;
}

static int members() {
  Pair pair = {1, 2};
  raw_private_ptr<Pair> p(&pair);
  decorated_private_ptr<Pair> d = p;
  d->b = 5;
  return p->a != 1 || p->b != 5 || (*d).b != 5;
}

static void on_the_host() {
  int memory[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  CHECK(in_space<address_space::global_space>(memory) == 0);
  CHECK(in_space<address_space::local_space>(memory) == 0);
  CHECK(in_space<address_space::private_space>(memory) == 0);
  CHECK(exercise(generic_ptr<int>(memory)) == 0);
  CHECK(members() == 0);
}

int main() {
  on_the_host();
  queue q;
  std::vector<int> data = {0, 1, 2, 3, 4, 5, 6, 7}, wrong(4, 99);
  {
    buffer<int> b(data), out(wrong);
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      accessor w(out, h, write_only);
      h.single_task<class Global>([=] {
        w[0] = in_space<address_space::global_space>(a.get_pointer());
        int own[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        w[1] = in_space<address_space::private_space>(own) + exercise(generic_ptr<int>(own)) + members();
        // From accessors, with the types the deduction guides find.
        multi_ptr deduced = a;
        static_assert(std::is_same_v<decltype(deduced), raw_global_ptr<int>>);
        raw_generic_ptr<int> generic = a;
        decorated_global_ptr<int> global = a;
        global_ptr<const int> readable = a;
        a.get_multi_ptr<decorated::yes>().prefetch(8);
        w[2] = deduced[1] + generic[2] + global[3] + readable[4] - 10 + (generic.get() != &a[0]);
      });
    });
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor w(out, h, read_write);
#ifdef SYCC_PLAIN
      h.single_task<class Local>([=] { w[3] = a[0]; });
#else
      static_assert(std::is_same_v<decltype(a.get_pointer()), global_ptr<int>>); // as in SYCL 1.2.1
      static_assert(std::is_same_v<decltype(a.get_multi_ptr<decorated::no>()), raw_global_ptr<const int>>);
      static_assert(std::is_convertible_v<decltype(a.get_pointer()), global_ptr<const int>>);
      static_assert(std::is_convertible_v<decltype(a.get_pointer()), int *>);
      local_accessor<int> l(8, h);
      h.parallel_for<class Local>(nd_range<1>(1, 1), [=](nd_item<1>) {
        for (int i = 0; i < 8; ++i)
          l[i] = a[i];
        multi_ptr readable = a;
        static_assert(std::is_same_v<decltype(readable), raw_global_ptr<const int>>);
        multi_ptr deduced = l;
        static_assert(std::is_same_v<decltype(deduced), raw_local_ptr<int>>);
        raw_generic_ptr<int> generic = l;
        w[3] = in_space<address_space::local_space>(&l[0]) + (generic[4] != 4) + (deduced[5] != readable[5]);
      });
#endif
    });
  }
  for (int n : wrong)
    CHECK(n == 0);
  return report("multi_ptr");
}
