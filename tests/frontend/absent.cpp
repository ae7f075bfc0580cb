// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What docs/conformance.md says is not there is an error to use: no declaration without something behind it. A line
// that compiles belongs into that file, as there.
//
// RUN: %clangxx -std=c++17 -fsyntax-only -ferror-limit=0 -I%include -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <sycl/sycl.hpp>
using namespace sycl;

unsampled_image<2> *a;   // expected-error {{unsampled_image}}
sampled_image<2> *b;     // expected-error {{sampled_image}}
image<2> *c;             // expected-error {{image}}
image_sampler *d;        // expected-error {{image_sampler}}
sampler *e;              // expected-error {{sampler}}
sycl::image_allocator *f; // expected-error {{image_allocator}}
sycl::atomic<int> *g;    // expected-error {{atomic}}
sycl::span<int> *h;      // expected-error {{span}}
sycl::byte *i;           // expected-error {{byte}}
longlong2 *j;            // expected-error {{longlong2}}
mint3 *k;                // expected-error {{mint3}}
vec<int, 4>::vector_t *l; // expected-error {{vector_t}}
template <backend B> errc_for<B> *m(); // expected-error {{errc_for}}
info::device::reference_count *n; // expected-error {{reference_count}}
info::event::reference_count *o;  // expected-error {{reference_count}}

#if defined(SYCL_FEATURE_SET_FULL) || defined(SYCL_FEATURE_SET_REDUCED)
#error
#endif

void classes(handler &h, queue &q, nd_item<1> it, float4 v) {
  h.set_arg(0, 1);             // expected-error {{set_arg}}
  h.set_args(1);               // expected-error {{set_args}}
  q.get_backend_info<int>();   // expected-error 1+{{}}
  it.mem_fence();              // expected-error {{mem_fence}}
  (void)v.xy();                // expected-error {{xy}}
  v.swizzle<0, 1>() = float2(); // expected-error {{}}
  get_native<backend::opencl>(q); // expected-error {{get_native}}
}

void functions(float x, int i, float2 v, int4 w, unsigned char c) {
  isequal(x, x);        // expected-error {{isequal}}
  isnotequal(x, x);     // expected-error {{isnotequal}}
  isless(x, x);         // expected-error {{isless}}
  islessequal(x, x);    // expected-error {{islessequal}}
  isgreater(x, x);      // expected-error {{isgreater}}
  isgreaterequal(x, x); // expected-error {{isgreaterequal}}
  islessgreater(x, x);  // expected-error {{islessgreater}}
  isordered(x, x);      // expected-error {{isordered}}
  isunordered(x, x);    // expected-error {{isunordered}}
  bitselect(x, x, x);   // expected-error {{bitselect}}
  any(i);               // expected-error {{any}}
  all(i);               // expected-error {{all}}
  mad_sat(i, i, i);     // expected-error {{mad_sat}}
  upsample(c, c);       // expected-error {{upsample}}
  mul24(w, w);          // expected-error {{mul24}}
  mad24(w, w, w);       // expected-error {{mad24}}
  mad_hi(w, w, w);      // expected-error {{mad_hi}}
  fast_length(v);       // expected-error {{fast_length}}
  fast_distance(v, v);  // expected-error {{fast_distance}}
  fast_normalize(v);    // expected-error {{fast_normalize}}
}
