// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices the user wants to see: SYCC_DEVICE_SELECTOR, or ONEAPI_DEVICE_SELECTOR.
//
//   selector := term { ';' term }          term := ['!'] back-end ':' device { ',' device }
//   back-end := '*' | native_cpu | opencl | cuda | level_zero | hip
//   device   := '*' | cpu | gpu | acc | fpga | number of the device, as sycl-ls shows it
//
// A device is taken if a term without '!' fits it, or all terms have one, and no term with '!' fits it.
#ifndef SY_RUNTIME_SELECTOR_H
#define SY_RUNTIME_SELECTOR_H

#include "sycc/rt.h"

#include <stdbool.h>

enum { SY_SELECTOR_TERMS = 64 };

typedef struct sy_selector_term {
  bool discard;
  int backend;      // a sycc_backend, SY_ANY, or one that sycc does not have
  int type;         // a sycc_device_type, or SY_ANY
  long long number; // of a device in its back end, or SY_ANY
} sy_selector_term;
enum { SY_ANY = -1 };

// Start with {0}, which takes everything.
typedef struct sy_selector {
  sy_selector_term terms[SY_SELECTOR_TERMS]; // one for each device of a term
  size_t count;
} sy_selector;

// False, with what is wrong in problem: the text is not as above.
bool sy_selector_parse(const char *text, sy_selector *out, char *problem, size_t room);
bool sy_selector_takes(const sy_selector *s, sycc_backend b, sycc_device_type type, size_t number);
// Whether a term names the device by its back end and number.
bool sy_selector_names(const sy_selector *s, sycc_backend b, size_t number);
// Whether it could take any device of the back end: otherwise there is no need to look for them.
bool sy_selector_may_take(const sy_selector *s, sycc_backend b);
// Whether there are devices that it would not take.
bool sy_selector_hides(const sy_selector *s);

#endif
