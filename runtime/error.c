// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// This thread's last error. The text lives in thread-local storage of fixed size, so that setting it
// needs no memory: out-of-memory is one of the errors it must be able to hold.
#include "runtime/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char text[2048];

sycc_status sy_error_set(sycc_status s, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  return s;
}

sycc_status sy_error_no_memory(const char *what) {
  return sy_error_set(SYCC_memory_allocation, "out of memory: cannot allocate %s", what);
}

const char *sy_error_text(void) {
  return text;
}

// A text that is too long loses its middle: its end may say what to do.
sycc_status sycc_set_error(sycc_status s, const char *message) {
  static const char gap[] = " ... ";
  enum { HEAD = sizeof text / 2, TAIL = sizeof text - HEAD - sizeof gap };
  size_t n = message ? strlen(message) : 0;
  if (n < sizeof text) { // may be this thread's own text, handed back
    memmove(text, message ? message : "", n + 1);
    return s;
  }
  memcpy(text, message, HEAD);
  memcpy(text + HEAD, gap, sizeof gap - 1);
  memcpy(text + HEAD + sizeof gap - 1, message + n - TAIL, TAIL + 1);
  return s;
}

const char *sycc_version(void) {
  return SYCC_VERSION;
}
