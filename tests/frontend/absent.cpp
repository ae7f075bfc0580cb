// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What docs/conformance.md says is not there is an error to use: no declaration without something behind it. A line
// that compiles belongs into that file, as there.
//
// RUN: %clangxx -std=c++17 -fsyntax-only -ferror-limit=0 -I%include -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <sycl/sycl.hpp>
using namespace sycl;

image<2> *c;             // expected-error {{image}}
sampler *e;              // expected-error {{sampler}}
vec<int, 4>::vector_t *l; // of device code alone: expected-error {{vector_t}}
template <backend B> errc_for<B> *m(); // of drafts: expected-error {{errc_for}}
info::device::reference_count *n; // expected-error {{reference_count}}
info::event::reference_count *o;  // expected-error {{reference_count}}

#if defined(SYCL_FEATURE_SET_FULL) || defined(SYCL_FEATURE_SET_REDUCED)
#error
#endif

void classes(queue &q, float4 v) {
  q.get_backend_info<int>();   // expected-error 1+{{}}
  (void)v.xy();                // expected-error {{xy}}
}
