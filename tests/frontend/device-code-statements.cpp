// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements: what a device lacks, and what is compiled for it at all.
// RUN: %device -std=c++23 -ferror-limit=0 -fsyntax-only -Wno-everything -Xclang -verify %s
// Assembly is refused where the target has none.
// RUN: %clangxx -fsycl -fsycl-device-only --offload-targets=nvptx64-nvidia-cuda -nogpulib -nogpuinc -fplugin=%build/lib/sycc/sycc-frontend.so -fsyntax-only -Wno-everything -DASSEMBLY_ONLY %s
#include "Inputs/mini.hpp"

class Asm; class Goto; class Coroutine; class Good; class Evaluated; class Generic; class Thrown; class Atomic; class Distribution;

#ifdef ASSEMBLY_ONLY
void run(int *p) {
  go<Asm>([=] { asm volatile("" ::: "memory"); *p = 1; });
}
#else
#include <array>
#include <coroutine>
#include <random>
#include <type_traits>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task coroutine() { co_return; } // expected-error {{SYCL kernel cannot use coroutines}}

int host_only();
constexpr int both(int n) {
  if consteval {
    if (n < 0)
      throw 1;
    return n;
  } else {
    return n + 1;
  }
}
constexpr int neither(int n) {
  if !consteval {
    return n;
  } else {
    return host_only();
  }
}
constexpr int asked(int n) {
  if (std::is_constant_evaluated())
    return host_only();
  else
    return n;
}
constexpr int wrong(int n) {
  if !consteval {
    return host_only(); // expected-error {{SYCL kernel cannot call the undefined function 'host_only'}}
  }
  return n;
}
consteval int immediate(int n) { return n < 0 ? throw 1 : n; }
template <class T> int per_type(T x) {
  if constexpr (sizeof(T) > 4)
    throw x; // expected-error {{SYCL kernel cannot use exceptions}}
  return x;
}

void run(Accessor a) {
  go<Asm>([=] { // expected-note {{called by kernel 'Asm'}}
    asm volatile("" ::: "memory"); // expected-error {{SYCL kernel cannot use inline assembly}}
    a[0] = 1;
  });
  go<Goto>([=] { // expected-note {{called by kernel 'Goto'}}
    if (a[0] < 0)
      goto end;
    {
      void *target = &&end;
      goto *target; // expected-error {{SYCL kernel cannot use a computed goto}}
    }
  end:
    a[1] = ({ int x = a[0]; x + 1; });
  });
  go<Coroutine>([=] { // expected-note {{called by kernel 'Coroutine'}}
    coroutine(); // expected-note-re {{called by 'run{{.*}}'}}
  });
  go<Good>([=] { a[0] = both(a[1]) + neither(a[2]) + asked(a[3]) + immediate(3) + per_type(1); });
  go<Evaluated>([=] { // expected-note {{called by kernel 'Evaluated'}}
    a[0] = wrong(a[1]); // expected-note-re {{called by 'run{{.*}}'}}
  });
  go<Generic>([=] { // expected-note {{called by kernel 'Generic'}}
    a[0] = per_type(1) + per_type(1L); // expected-note-re {{called by 'run{{.*}}'}}
    a[1] = per_type(1LL); // the same line is at fault
  });
  go<Atomic>([=] { // expected-note {{called by kernel 'Atomic'}}
    struct Three { int x, y, z; };
    Three three, out;
    int one = a[0];
    a[0] = __atomic_fetch_add(&one, 1, 0);
    __atomic_load(&three, &out, 0); // expected-error {{SYCL kernel cannot use atomic operations on the type 'Three', which has 12 bytes: devices have them for 1, 2, 4 and 8}}
  });
  go<Thrown>([=] { // what the C++ library throws ends the work-item
    std::array<int, 4> values{};
    a[0] = values.at(a[1]);
    a[1] = values[a[1]];
  });
  // In a header of the system one fault of a function is enough.
  go<Distribution>([=] { // expected-note {{called by kernel 'Distribution'}}
    std::minstd_rand generator(1);
    a[0] = std::generate_canonical<float, 24>(generator); // expected-note-re {{called by 'run{{.*}}'}}
  });
  // expected-error@*:* {{SYCL kernel cannot use the type 'long double'}}
}
#endif
