// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The half of a program with main(), and the kernel KA. No headers, so that only the driver is tested.
template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void launch(F f) {
  f();
}
class KA;
int b();
void a() {
  int x = 0;
  launch<KA>([=] { (void)x; });
}
int main() {
  return b();
}
