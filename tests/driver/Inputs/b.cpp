// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The other half, and the kernel KB.
template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void launch(F f) {
  f();
}
class KB;
int b() {
  int x = 0;
  launch<KB>([=] { (void)x; });
  return 0;
}
