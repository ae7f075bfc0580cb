// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last step of sycc -E: the preprocessed texts of all compilations of a source in one file.
//
//   #if defined(__SYCL_DEVICE_ONLY__)
//   ...                                   the device's text
//   #else
//   ...                                   the host's
//   #endif
//
// Preprocessed once more this gives each compilation its own text again, and sycc preprocesses what is called
// .ii: so the file can be compiled, here or on another machine (distcc). Both texts name the headers they are
// made of, which is how ccache knows when to look again.
#include "driver/texts.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/tool.h"

static bool add_text(const char *path, sy_str *out, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_file_read(path, &text, d);
  sy_str_addn(out, sy_str_c(&text), text.n);
  if (text.n && text.s[text.n - 1] != '\n')
    sy_str_addc(out, '\n');
  sy_str_free(&text);
  return ok;
}

static bool join(int argc, char **argv, sy_diag *d) {
  sy_str out = SY_STR_INIT;
  bool ok = true;
  int i = 3;
  for (; ok && i + 1 < argc; i += 2) {
    sy_str_addf(&out, "#%s %s\n", i > 3 ? "elif" : "if", argv[i]);
    ok = add_text(argv[i + 1], &out, d);
  }
  sy_str_add(&out, "#else\n");
  ok = ok && add_text(argv[i], &out, d);
  sy_str_add(&out, "#endif\n");
  ok = ok && sy_file_write(argv[2], sy_str_c(&out), out.n, d);
  sy_str_free(&out);
  return ok;
}

int sy_texts_main(int argc, char **argv) {
  sy_diag d = {0};
  bool ok = argc > 5 && argc % 2 == 0 && join(argc, argv, &d);
  sy_diag_flush(&d, "sycc");
  sy_diag_free(&d);
  return ok ? SY_EXIT_OK : SY_EXIT_INPUT;
}
