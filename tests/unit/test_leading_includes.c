// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of driver/leading_includes: what may stand in front of <sycl/sycl.hpp>.
#include "driver/leading_includes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tests/unit/check.h"

static char folder[] = "/tmp/leading-includes-XXXXXX";
static sy_arena arena;

static const char *put(const char *name, const char *text) {
  const char *path = sy_path_join(folder, name, &arena);
  CHECK(sy_file_write(path, text, strlen(text), NULL));
  return path;
}

static bool begins(const char *text) {
  sy_strs folders = {0};
  sy_strs_add(&folders, sy_path_join(folder, "mine", &arena));
  bool found = sy_begins_with_sycl(put("a.cpp", text), &folders);
  sy_vec_free(&folders);
  return found;
}

#define SYCL "#include <sycl/sycl.hpp>\n"

static void test_nothing_in_front(void) {
  CHECK(begins(SYCL));
  CHECK(begins("#include <CL/sycl.hpp>"));
  CHECK(begins("  #  include\t<sycl/sycl.hpp> // why\nint main() {}\n"));
  CHECK(begins("// one\n/* two\n#define X */ /**/\n\n#include <vector>\r\n#include <sys/time.h>\n" SYCL));
  CHECK(begins("#pragma once\n" SYCL));
  CHECK(begins("#ifndef A_H\n#define A_H\n" SYCL "#endif\n"));
  CHECK(begins("#include \"sycl/sycl.hpp\"\n"));
}

static void test_something_in_front(void) {
  CHECK(!begins(""));
  CHECK(!begins("#include <vector>\n"));
  CHECK(!begins("int x;\n" SYCL));
  CHECK(!begins("#define SYCL_SIMPLE_SWIZZLES\n" SYCL));
  CHECK(!begins("#undef NDEBUG\n" SYCL));
  CHECK(!begins("#if 1\n" SYCL "#endif\n"));
  CHECK(!begins("#ifndef A\n#define A 1\n" SYCL "#endif\n")); // a macro with a value is no guard
  CHECK(!begins("#ifndef A\n#define B\n" SYCL "#endif\n"));
  CHECK(!begins("#include <vector>\n#ifndef A\n#define A\n" SYCL "#endif\n"));
  CHECK(!begins("#pragma GCC diagnostic push\n" SYCL));
  CHECK(!begins("#include <boost/config.hpp>\n" SYCL));
  CHECK(!begins("#include \"missing.hpp\"\n" SYCL));
  CHECK(!begins("#include NAME\n" SYCL));
  CHECK(!begins("#include <vector> int x;\n" SYCL));
  CHECK(!begins("// goes on \\\n" SYCL)); // the include is a part of the comment
  CHECK(!begins("/* never ends\n" SYCL));
  CHECK(!begins("%:define X\n" SYCL));
  CHECK(!begins("#include <sycl/sycl.hpp"));
  CHECK(!begins("#import <vector>\n" SYCL));
}

static void test_own_headers(void) {
  put("plain.hpp", "#pragma once\n#include <cmath>\n#include \"nested.hpp\"\n");
  put("nested.hpp", "#ifndef NESTED\n#define NESTED\n#include <string>\n#endif // NESTED\n");
  put("all.hpp", "#pragma once\n" SYCL "inline int f() { return 1; }\n");
  put("macro.hpp", "#pragma once\n#define N 3\n");
  put("behind.hpp", "#ifndef B\n#define B\n#endif\n#define N 3\n");
  put("itself.hpp", "#include \"itself.hpp\"\n");
  CHECK(begins("#include \"plain.hpp\"\n" SYCL));
  CHECK(begins("#include \"all.hpp\"\n"));
  CHECK(!begins("#include \"macro.hpp\"\n" SYCL));
  CHECK(!begins("#include \"behind.hpp\"\n" SYCL));
  CHECK(!begins("#include \"itself.hpp\"\n" SYCL));
  put("vector", "#define vector list\n");
  CHECK(!begins("#include \"vector\"\n" SYCL));
}

// Behind the folder of the file that includes it comes the user's.
static void test_folders(void) {
  const char *mine = sy_path_join(folder, "mine", &arena);
  CHECK(!begins("#include \"there.hpp\"\n" SYCL));
  CHECK(mkdir(mine, 0700) == 0);
  put("mine/there.hpp", "#include <map>\n");
  CHECK(begins("#include \"there.hpp\"\n" SYCL));
  put("mine/there.hpp", "struct map;\n");
  CHECK(!begins("#include \"there.hpp\"\n" SYCL));
}

static void test_names(void) {
  CHECK(sy_is_standard_header("algorithm"));
  CHECK(sy_is_standard_header("version"));
  CHECK(!sy_is_standard_header("sycl"));
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  RUN(test_nothing_in_front);
  RUN(test_something_in_front);
  RUN(test_own_headers);
  RUN(test_folders);
  RUN(test_names);
  sy_temp_dir_remove(folder);
  sy_arena_free(&arena);
  return check_summary();
}
