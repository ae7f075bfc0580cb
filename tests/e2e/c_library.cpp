// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the C library in kernels, and what the C++ library makes of them, on every device: results are
// the host's.
//
// RUN: %program %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* %t %}
// RUN: %program -O1 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %program -O3 -D_FORTIFY_SOURCE=2 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %program -O0 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if ptxas %{ %sycc -fsycl-targets=nvidia_gpu_sm_90 %s -o %t.ptx %}
// RUN: %sycc -O0 -fsycl-targets=amd_gpu_gfx90a,x86_64_avx2 -c %s -o %t.amd.o
// Every library has every function.
// RUN: sh %S/Inputs/library_names.sh %S/../../device-lib %build/lib/sycc
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <sycl/sycl.hpp>

template <class F> int check(sycl::queue &q, const char *name, F f) {
  long *r = sycl::malloc_shared<long>(65, q);
  for (int i = 0; i < 65; i++)
    r[i] = -77;
  char *buf = sycl::malloc_shared<char>(1024, q);
  auto fill = [=] {
    for (int i = 0; i < 1024; i++)
      buf[i] = 0;
    const char *t = "Hello, kernel world";
    for (int i = 0; t[i]; i++)
      buf[i] = buf[100 + i] = t[i];
    buf[105] = 'X';
  };
  fill();
  q.single_task([=] {
     long *p = r;
     f(p, buf);
     *p = -78;
   }).wait();
  long e[65];
  for (long &x : e)
    x = -77;
  fill();
  long *p = e;
  f(p, buf);
  *p = -78;
  int bad = 0;
  for (int i = 0; i < 65; i++)
    if (r[i] != e[i])
      bad += std::printf("%s %d: %ld instead of %ld\n", name, i, r[i], e[i]);
  sycl::free(r, q);
  sycl::free(buf, q);
  return bad;
}
static int sign(int x) {
  return (x > 0) - (x < 0);
}
static int off(const void *p, const void *b) {
  return p ? (const char *)p - (const char *)b : -1;
}
int main() {
  sycl::queue q;
  int bad = 0;
  bad += check(q, "mem", [](long *&o, char *b) {
    *o++ = sign(memcmp(b, b + 100, 19));
    *o++ = memcmp(b, b + 100, 5) == 0;
    *o++ = off(memchr(b, 'w', 19), b);
    *o++ = off(memchr(b, 'z', 19), b);
    memmove(b + 2, b, 10);
    *o++ = b[5];
    memmove(b, b + 1, 10);
    *o++ = b[7];
    memset(b + 300, 7, b[0]);
    *o++ = b[330];
    memcpy(b + 400, b, 20);
    *o++ = b[403];
    *o++ = off(memrchr(b + 100, 'o', 19), b);
    *o++ = off(mempcpy(b + 500, b, 9), b);
    *o++ = off(memccpy(b + 600, b + 100, ',', 20), b);
    *o++ = off(memmem(b + 100, 19, "ker", 3), b);
    *o++ = bcmp(b, b, 9);
    bzero(b, 3);
    *o++ = b[2];
  });
  bad += check(q, "str", [](long *&o, char *b) {
    *o++ = strlen(b);
    *o++ = strnlen(b, 4);
    *o++ = sign(strcmp(b, b + 100));
    *o++ = sign(strncmp(b, b + 100, 5));
    *o++ = off(strchr(b, 'k'), b);
    *o++ = off(strrchr(b, 'l'), b);
    *o++ = off(strstr(b, "world"), b);
    *o++ = off(strstr(b, "wurld"), b);
    strcpy(b + 300, b);
    strcat(b + 300, "!!");
    *o++ = strlen(b + 300);
    strncpy(b + 400, b, 5);
    *o++ = strlen(b + 400);
    strncat(b + 400, b, 3);
    *o++ = strlen(b + 400);
    *o++ = strspn(b, "Hel");
    *o++ = strcspn(b, "k");
    *o++ = off(strpbrk(b, "xyw"), b);
    *o++ = sign(strcasecmp(b, "HELLO, KERNEL WORLD"));
    *o++ = sign(strncasecmp(b, "hellp", 5));
    *o++ = off(stpcpy(b + 500, "abc"), b);
    *o++ = off(strchrnul(b, 'z'), b);
    *o++ = off(stpncpy(b + 600, "abc", 8), b);
    const char *cc = b;
    *o++ = off(std::strchr(cc, 'o'), b);
    *o++ = off(std::memchr(cc, 'o', 9), b);
  });
  bad += check(q, "ctype", [](long *&o, char *b) {
    long s = 0;
    for (int c = 0; c < 128; c++)
      s = s * 3 + 1 * !!isalnum(c) + 2 * !!isalpha(c) + 4 * !!isblank(c) + 8 * !!iscntrl(c) +
          16 * !!isdigit(c) + 32 * !!isgraph(c) + 64 * !!islower(c) + 128 * !!isprint(c) +
          256 * !!ispunct(c) + 512 * !!isspace(c) + 1024 * !!isupper(c) + 2048 * !!isxdigit(c) +
          tolower(c) * 5 + toupper(c) * 7;
    *o++ = s;
    *o++ = std::toupper(b[0]);
  });
  bad += check(q, "std", [](long *&o, char *b) {
    std::array<int, 8> x, y;
    for (int i = 0; i < 8; i++) {
      x[i] = b[i];
      y[i] = b[100 + i];
    }
    *o++ = x == y;
    *o++ = x < y;
    *o++ = std::equal(b, b + 12, b + 100);
    std::string_view s(b), t(b + 100, 19);
    *o++ = s == t;
    *o++ = s.find('k');
    *o++ = s.find("world");
    *o++ = sign(s.compare(t));
    *o++ = s.rfind('o');
    *o++ = s.find_first_of("xyz,");
    *o++ = s < t;
    *o++ = std::lexicographical_compare(b, b + 10, b + 100, b + 110);
    std::copy(b, b + 20, b + 300);
    *o++ = b[307];
    std::fill(b + 200, b + 230, 'q');
    *o++ = b[222];
    *o++ = std::find(b, b + 20, 'k') - b;
    *o++ = std::char_traits<char>::length(b);
    std::copy_backward(b, b + 10, b + 15);
    *o++ = b[9];
    std::wstring_view w(L"wide text");
    *o++ = w.find(L't');
    *o++ = w == std::wstring_view(L"wide texT");
    std::u16string_view u(u"u16");
    *o++ = u.find(u'1');
    int z[5] = {3, 1, 2, 5, 4};
    *o++ = *std::max_element(z, z + 5);
  });
  bad += check(q, "num", [](long *&o, char *b) {
    int v = -b[0];
    *o++ = abs(v);
    *o++ = labs(v);
    *o++ = llabs(v);
    auto d = div(v, 7);
    *o++ = d.quot;
    *o++ = d.rem;
    auto l = ldiv(v * 1000000000L, 77);
    *o++ = l.quot;
    *o++ = l.rem;
    *o++ = ffs(v);
    *o++ = std::abs(v * 5L);
    auto ll = std::lldiv(v, 3LL);
    *o++ = ll.rem;
    *o++ = std::lround(v * 0.37);
    *o++ = std::lrint(v * 0.37f);
    *o++ = std::llround(v * 0.37f);
    int e;
    *o++ = 1000 * std::frexp(v * 0.37, &e);
    *o++ = e;
    double w;
    *o++ = 1000 * std::modf(v * 0.37, &w);
    *o++ = w;
    float wf;
    *o++ = 1000 * std::modf(v * 0.37f, &wf);
    *o++ = std::ilogb(v * 3.0);
    *o++ = std::ldexp(v, 3);
    *o++ = std::scalbn(v * 1.f, 3);
    *o++ = std::scalbln(v * 1., 3);
    *o++ = std::nearbyint(v * .37);
    int qu;
    *o++ = 1000 * std::remquo(v * 100.0, 7.3, &qu);
    *o++ = qu & 7;
    *o++ = qu < 0;
    *o++ = 1000 * std::remquo(v * 100.0f, 7.3f, &qu);
    *o++ = std::isnan(std::nan(""));
  });
  std::puts(bad ? "wrong" : "right");
  return bad != 0;
}
