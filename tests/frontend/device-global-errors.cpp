// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What can't be a device_global, and copies that host_access forbids.
// RUN: %device -std=c++17 -I%include -fsyntax-only -ferror-limit=0 -Xclang -verify=device %s
// RUN: %host -std=c++17 -I%include -fsyntax-only -ferror-limit=0 -DCOPIES -Xclang -verify=host -Xclang -verify-ignore-unexpected=note %s
// RUN: g++ -std=c++17 -I%include -fsyntax-only %s
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;

int at_run_time();
struct made {
  constexpr made() = default;
  made(int n) : value(n) {}
  int value = 1;
};

namespace right {
device_global<int> a;
static device_global<int> b{2};
inline device_global<int[2][3]> c;
extern device_global<int> a;
template <class T> inline device_global<T> d;
struct S {
  static device_global<int> e;
  inline static device_global<int> f{4};
  template <class T> static inline device_global<T> g;
};
device_global<int> S::e;
device_global<made> h;
void uses(device_global<int> &one, const device_global<int> *two);
int use() { return sizeof(d<int>) + sizeof(S::g<float>); }
} // namespace right

device_global<int> several[4]; // device-error {{'several' is an array of device_global: make it one device_global of an array, device_global<T[N]>}}
device_global<int> late{at_run_time()};  // device-error {{the initial value of the device_global 'late' is not a constant}}
static device_global<made> also_late{5}; // device-error {{the initial value of the device_global 'also_late' is not a constant}}
thread_local device_global<int> own;     // device-error {{a device_global can't be thread-local: 'own' is}}
struct holder {
  device_global<int> member; // device-error {{a device_global is a variable at namespace scope or a static member: 'holder::member' is not}}
};
void function() {
  device_global<int> local;         // device-error {{a device_global is a variable at namespace scope or a static member: 'local' is not}}
  static device_global<int> always; // device-error {{a device_global is a variable at namespace scope or a static member: 'always' is not}}
}

#ifdef COPIES
template <host_access::access A> using restricted = device_global<int, property_list_t<typename host_access::value_t<A>>>;
restricted<host_access::access::read> readable;
restricted<host_access::access::write> writable;
restricted<host_access::access::none> secret;
restricted<host_access::access::read_write> open;
void copies(sycl::queue &q, int *p) {
  q.copy(readable, p);
  q.copy(p, writable);
  q.copy(open, p);
  q.memcpy(open, p);
  // host-error@sycl/ext/oneapi/device_global.hpp:* 2 {{the host may not write this device_global: see its property host_access}}
  q.copy(p, readable);
  // host-error@sycl/ext/oneapi/device_global.hpp:* 2 {{the host may not read this device_global: see its property host_access}}
  q.memcpy(p, writable);
  q.copy(secret, p);
  q.memcpy(secret, p);
}
#endif
