// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/spirv_doubles: modules made by spirv-as; what they become is valid for spirv-val, and
// read by spirv-dis.
#include "formats/spirv_doubles.h"

#include "base/file.h"
#include "base/proc.h"
#include "tests/unit/check.h"

#include <stdint.h>

static sy_arena arena;
static const char *dir;
static sy_str module = SY_STR_INIT, text = SY_STR_INIT;

// printf("%f", x), printf("%f", 2.5f); the type float is declared before double, behind it, or not at all.
#define PRINTS(before, behind, argument)                                                                     \
  "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int8\nOpCapability Int64\nOpCapability "        \
  "Float64\n"                                                                                                \
  "%std = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\n"                                 \
  "OpEntryPoint Kernel %k \"k\"\nOpName %double \"double\"\n"                                                \
  "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%uchar = OpTypeInt 8 0\n%ulong = OpTypeInt 64 0\n" before     \
  "%double = OpTypeFloat 64\n%half = OpConstant %double 2.5\n%zero = OpConstantNull %double\n" behind        \
  "%one = OpConstant %ulong 1\n%chars = OpTypeArray %uchar %one\n%array = OpTypePointer UniformConstant "    \
  "%chars\n"                                                                                                 \
  "%pointer = OpTypePointer UniformConstant %uchar\n%null = OpConstantNull %chars\n"                         \
  "%format = OpVariable %array UniformConstant %null\n" argument

#define BODY(type, value)                                                                                    \
  "%kernel = OpTypeFunction %void " type "\n%k = OpFunction %void None %kernel\n" value "%l = OpLabel\n"     \
  "%f = OpBitcast %pointer %format\n"

static const char *rewritten(const char *source) {
  CHECK(sy_file_write(sy_path_join(dir, "a.txt", &arena), source, strlen(source), NULL));
  static const char *const tools[][8] = {{"spirv-as", "--target-env", "spv1.2", "a.txt", "-o", "a.spv"},
                                         {"spirv-val", "--target-env", "opencl2.2", "a.spv"},
                                         {"spirv-dis", "--no-color", "a.spv", "-o", "a.txt"}};
  for (int i = 0; i < 3; i++) {
    sy_proc_options o = {.capture = true, .timeout_s = 60, .cwd = dir};
    sy_proc_result r;
    sy_proc_run(tools[i], &o, &r);
    if (r.status)
      printf("%s: %s", tools[i][0], sy_str_c(&r.out));
    CHECK_EQ(r.status, 0);
    sy_str_free(&r.out);
    if (i)
      continue;
    sy_str_clear(&module);
    CHECK(sy_file_read(sy_path_join(dir, "a.spv", &arena), &module, NULL));
    size_t n = sy_spirv_pass_floats(module.s, module.n);
    CHECK(n <= module.n);
    CHECK(sy_file_write(sy_path_join(dir, "a.spv", &arena), module.s, n, NULL));
  }
  sy_str_clear(&text);
  CHECK(sy_file_read(sy_path_join(dir, "a.txt", &arena), &text, NULL));
  return sy_str_c(&text);
}

static bool has(const char *s, const char *part) {
  return strstr(s, part);
}

static void check_floats(const char *s) {
  CHECK(!has(s, "Float64") && !has(s, "OpTypeFloat 64") && !has(s, "OpFConvert"));
  CHECK(has(s, "%float = OpTypeFloat 32") && has(s, "%float_2_5 = OpConstant %float 2.5"));
  CHECK(has(s, "printf"));
}

#define VALUE "%x = OpFunctionParameter %float\n"
#define CONVERT "%d = OpFConvert %double %x\n"
#define CALLS "%r = OpExtInst %uint %std printf %f %d %half %zero\nOpReturn\nOpFunctionEnd\n"

static void test_float_first(void) {
  const char *s = rewritten(PRINTS("%float = OpTypeFloat 32\n", "", "") BODY("%float", VALUE) CONVERT CALLS);
  check_floats(s);
  CHECK(has(s, "OpCopyObject %float"));
}

static void test_double_first(void) {
  const char *s = rewritten(PRINTS("", "%float = OpTypeFloat 32\n", "") BODY("%float", VALUE) CONVERT CALLS);
  check_floats(s);
  CHECK(has(s, "OpCopyObject %float"));
}

static void test_constants_only(void) {
  check_floats(rewritten(PRINTS("", "", "") BODY(
      "", "") "%r = OpExtInst %uint %std printf %f %half\nOpReturn\nOpFunctionEnd\n"));
}

static void test_rubbish(void) {
  uint32_t magic[] = {1, 2, 3, 4, 5}, zero[] = {0x07230203, 0x10200, 0, 5, 0, 0},
           longer[] = {0x07230203, 0x10200, 0, 5, 0, 4 << 16 | 22, 1};
  CHECK_EQ(sy_spirv_pass_floats(magic, sizeof magic), sizeof magic);
  CHECK_EQ(sy_spirv_pass_floats(zero, sizeof zero), sizeof zero);
  CHECK_EQ(sy_spirv_pass_floats(longer, sizeof longer), sizeof longer);
}

int main(void) {
  dir = sy_temp_dir("sy-test-doubles", &arena, NULL);
  RUN(test_float_first);
  RUN(test_double_first);
  RUN(test_constants_only);
  RUN(test_rubbish);
  sy_str_free(&module);
  sy_str_free(&text);
  sy_temp_dir_remove(dir);
  sy_arena_free(&arena);
  return check_summary();
}
