// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/spirv_cut: modules made by spirv-as; what is left is valid for spirv-val, and read by
// spirv-dis.
#include "formats/spirv_cut.h"

#include "base/file.h"
#include "base/proc.h"
#include "tests/unit/check.h"

#include <stdint.h>

static sy_arena arena;
static const char *dir;
static sy_str module = SY_STR_INIT, text = SY_STR_INIT;

// Two kernels and an export. Each kernel has a function, a type and a variable that the others have not.
static const char two_kernels[] = "OpCapability Kernel\n"
                                  "OpCapability Addresses\n"
                                  "OpCapability Linkage\n"
                                  "OpCapability Int64\n"
                                  "OpCapability Float64\n"
                                  "OpCapability Groups\n"
                                  "%std = OpExtInstImport \"OpenCL.std\"\n"
                                  "OpMemoryModel Physical64 OpenCL\n"
                                  "OpEntryPoint Kernel %plain \"plain\" %id %lane\n"
                                  "OpEntryPoint Kernel %sub \"sub\" %id %lane\n"
                                  "OpExecutionMode %plain ContractionOff\n"
                                  "OpExecutionMode %sub ContractionOff\n"
                                  "%file = OpString \"a.cpp\"\n"
                                  "OpName %plain \"plain\"\n"
                                  "OpName %sub \"sub\"\n"
                                  "OpName %twice \"twice\"\n"
                                  "OpName %wide \"wide\"\n"
                                  "OpName %given \"given\"\n"
                                  "OpName %sum \"sum\"\n"
                                  "OpDecorate %id BuiltIn GlobalInvocationId\n"
                                  "OpDecorate %lane BuiltIn SubgroupLocalInvocationId\n"
                                  "OpDecorate %exported LinkageAttributes \"exported\" Export\n"
                                  "OpDecorate %sum FPFastMathMode Fast\n"
                                  "OpDecorate %aligned Alignment 8\n"
                                  "%aligned = OpDecorationGroup\n"
                                  "OpGroupDecorate %aligned %lane %id\n"
                                  "%void = OpTypeVoid\n"
                                  "%uint = OpTypeInt 32 0\n"
                                  "%ulong = OpTypeInt 64 0\n"
                                  "%double = OpTypeFloat 64\n"
                                  "%v3 = OpTypeVector %ulong 3\n"
                                  "%in_v3 = OpTypePointer Input %v3\n"
                                  "%in_uint = OpTypePointer Input %uint\n"
                                  "%id = OpVariable %in_v3 Input\n"
                                  "%lane = OpVariable %in_uint Input\n"
                                  "%scope = OpConstant %uint 3\n"
                                  "%one = OpConstant %ulong 1\n"
                                  "%half = OpConstant %double 0.5\n"
                                  "%kernel = OpTypeFunction %void\n"
                                  "%of_ulong = OpTypeFunction %ulong %ulong\n"
                                  "%of_double = OpTypeFunction %double %double\n"
                                  "%plain = OpFunction %void None %kernel\n"
                                  "%p0 = OpLabel\n"
                                  "%p1 = OpLoad %v3 %id Aligned 8\n"
                                  "%p2 = OpCompositeExtract %ulong %p1 0\n"
                                  "OpLine %file 7 1\n"
                                  "%p3 = OpFunctionCall %ulong %twice %p2\n"
                                  "OpReturn\n"
                                  "OpFunctionEnd\n"
                                  "%twice = OpFunction %ulong None %of_ulong\n"
                                  "%given = OpFunctionParameter %ulong\n"
                                  "%t0 = OpLabel\n"
                                  "%t1 = OpIAdd %ulong %given %one\n"
                                  "OpReturnValue %t1\n"
                                  "OpFunctionEnd\n"
                                  "%sub = OpFunction %void None %kernel\n"
                                  "%s0 = OpLabel\n"
                                  "%s1 = OpLoad %uint %lane Aligned 4\n"
                                  "%s2 = OpGroupIAdd %uint %scope Reduce %s1\n"
                                  "%s3 = OpFunctionCall %double %wide %half\n"
                                  "OpReturn\n"
                                  "OpFunctionEnd\n"
                                  "%wide = OpFunction %double None %of_double\n"
                                  "%w0 = OpFunctionParameter %double\n"
                                  "%w1 = OpLabel\n"
                                  "%sum = OpFAdd %double %w0 %w0\n"
                                  "%w2 = OpExtInst %double %std sqrt %sum\n"
                                  "OpReturnValue %w2\n"
                                  "OpFunctionEnd\n"
                                  "%exported = OpFunction %ulong None %of_ulong\n"
                                  "%e0 = OpFunctionParameter %ulong\n"
                                  "%e1 = OpLabel\n"
                                  "%e2 = OpFunctionCall %ulong %twice %e0\n"
                                  "OpReturnValue %e2\n"
                                  "OpFunctionEnd\n";

static const char *in(const char *name) {
  return sy_path_join(dir, name, &arena);
}

static void tool(const char *const *argv) {
  sy_proc_options o = {.capture = true, .timeout_s = 60, .cwd = dir};
  sy_proc_result r;
  sy_proc_run(argv, &o, &r);
  if (r.status)
    printf("%s: %s", argv[0], sy_str_c(&r.out));
  CHECK_EQ(r.status, 0);
  sy_str_free(&r.out);
}

static void assemble(const char *source) {
  CHECK(sy_file_write(in("a.txt"), source, strlen(source), NULL));
  tool((const char *[]){"spirv-as", "--target-env", "spv1.2", "a.txt", "-o", "a.spv", NULL});
  sy_str_clear(&module);
  CHECK(sy_file_read(in("a.spv"), &module, NULL));
}

// What is left of the module, as text; empty: nothing was cut.
static const char *left(const char *kernel, bool keep_exports, sy_cut expected) {
  void *out = NULL;
  size_t size = 0;
  sy_str_clear(&text);
  sy_cut got = sy_spirv_cut(module.s, module.n, kernel, keep_exports, &out, &size);
  CHECK_EQ(got, expected);
  CHECK(!out == (got != SY_CUT_DONE));
  if (out) {
    CHECK(sy_file_write(in("b.spv"), out, size, NULL));
    tool((const char *[]){"spirv-val", "--target-env", "opencl2.2", "b.spv", NULL});
    tool((const char *[]){"spirv-dis", "--no-color", "b.spv", "-o", "b.txt", NULL});
    CHECK(sy_file_read(in("b.txt"), &text, NULL));
  }
  free(out);
  return sy_str_c(&text);
}

static bool has(const char *s, const char *part) {
  return strstr(s, part);
}

static void test_plain(void) {
  assemble(two_kernels);
  const char *s = left("plain", false, SY_CUT_DONE);
  CHECK(has(s, "OpEntryPoint Kernel %plain \"plain\" %gl_GlobalInvocationID\n"));
  CHECK(has(s, "%twice = OpFunction") && has(s, "%given = OpFunctionParameter"));
  CHECK(has(s, "OpLine") && has(s, "GlobalInvocationId") && has(s, "OpGroupDecorate"));
  CHECK(!has(s, "sub") && !has(s, "wide") && !has(s, "exported"));
  CHECK(!has(s, "SubgroupLocalInvocationId") && !has(s, "OpTypeFloat") && !has(s, "FPFastMathMode"));
  CHECK(!has(s, "Float64") && !has(s, "Groups") && has(s, "Int64"));
}

static void test_sub(void) {
  assemble(two_kernels);
  const char *s = left("sub", false, SY_CUT_DONE);
  CHECK(has(s, "%sub = OpFunction") && has(s, "%wide = OpFunction") && has(s, "%sum FPFastMathMode"));
  CHECK(has(s, "Float64") && has(s, "Groups") && has(s, "SubgroupLocalInvocationId") && has(s, "sqrt"));
  CHECK(!has(s, "plain") && !has(s, "twice") && !has(s, "GlobalInvocationId\n"));
}

static void test_exports(void) {
  assemble(two_kernels);
  const char *s = left(NULL, true, SY_CUT_DONE);
  CHECK(has(s, "\"exported\" Export") && has(s, "%twice = OpFunction"));
  CHECK(!has(s, "OpEntryPoint") && !has(s, "OpExecutionMode") && !has(s, "wide"));
  s = left("sub", true, SY_CUT_DONE);
  CHECK(has(s, "\"exported\" Export") && has(s, "%twice = OpFunction") && has(s, "%wide = OpFunction") &&
        !has(s, "plain"));
}

static void test_debug(void) {
  assemble("OpCapability Kernel\n"
           "OpCapability Addresses\n"
           "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"\n"
           "OpMemoryModel Physical64 OpenCL\n"
           "OpEntryPoint Kernel %a \"a\"\n"
           "OpEntryPoint Kernel %b \"b\"\n"
           "%file = OpString \"a.cpp\"\n"
           "%void = OpTypeVoid\n"
           "%kernel = OpTypeFunction %void\n"
           "%source = OpExtInst %void %debug DebugSource %file\n"
           "%unit = OpExtInst %void %debug DebugCompilationUnit 1 4 %source OpenCL_CPP\n"
           "%a = OpFunction %void None %kernel\n"
           "%a0 = OpLabel\n"
           "%a1 = OpExtInst %void %debug DebugScope %unit\n"
           "OpReturn\n"
           "OpFunctionEnd\n"
           "%b = OpFunction %void None %kernel\n"
           "%b0 = OpLabel\n"
           "OpReturn\n"
           "OpFunctionEnd\n");
  const char *s = left("a", false, SY_CUT_DONE);
  CHECK(has(s, "\"a\"") && !has(s, "\"b\"") && !has(s, "DebugScope") && !has(s, "DebugSource"));
}

static void test_nothing(void) {
  assemble("OpCapability Kernel\n"
           "OpCapability Addresses\n"
           "OpMemoryModel Physical64 OpenCL\n"
           "OpEntryPoint Kernel %a \"a\"\n"
           "%void = OpTypeVoid\n"
           "%kernel = OpTypeFunction %void\n"
           "%a = OpFunction %void None %kernel\n"
           "%a0 = OpLabel\n"
           "OpReturn\n"
           "OpFunctionEnd\n");
  left("a", false, SY_CUT_NOTHING);
  left("aa", false, SY_CUT_BAD);
  left("", false, SY_CUT_BAD);
}

static void test_rubbish(void) {
  static const uint32_t magic[] = {1, 2, 3, 4, 5}, header[] = {0x07230203, 0x10200, 0, 5, 0},
                        zero[] = {0x07230203, 0x10200, 0, 5, 0, 0},
                        longer[] = {0x07230203, 0x10200, 0, 5, 0, 4 << 16 | 43, 1},
                        open[] = {0x07230203, 0x10200, 0, 5, 0, 5 << 16 | 54, 1, 2, 0, 3};
  void *out;
  size_t size;
  CHECK_EQ(sy_spirv_cut(magic, sizeof magic, "a", false, &out, &size), SY_CUT_BAD);
  CHECK_EQ(sy_spirv_cut(magic, 3, "a", false, &out, &size), SY_CUT_BAD);
  CHECK_EQ(sy_spirv_cut(header, sizeof header, "a", false, &out, &size), SY_CUT_BAD);
  CHECK_EQ(sy_spirv_cut(zero, sizeof zero, "a", false, &out, &size), SY_CUT_BAD);
  CHECK_EQ(sy_spirv_cut(longer, sizeof longer, "a", false, &out, &size), SY_CUT_BAD);
  CHECK_EQ(sy_spirv_cut(open, sizeof open, "a", false, &out, &size), SY_CUT_BAD);
}

int main(void) {
  dir = sy_temp_dir("sy-test-cut", &arena, NULL);
  RUN(test_plain);
  RUN(test_sub);
  RUN(test_exports);
  RUN(test_debug);
  RUN(test_nothing);
  RUN(test_rubbish);
  sy_str_free(&module);
  sy_str_free(&text);
  sy_temp_dir_remove(dir);
  sy_arena_free(&arena);
  return check_summary();
}
