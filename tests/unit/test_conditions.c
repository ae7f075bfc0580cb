// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions of if_device_has: what aspects say of each other and of targets, and the property set.
#include "devices/conditions.h"
#include "tests/unit/check.h"

enum {
  CPU = 1,
  GPU = 2,
  FP16 = 5,
  FP64 = 6,
  SKL = 1001,
  PVC = 1022,
  X86 = 1101,
  AVX2 = 1102,
  AVX512 = 1103,
  SM_90 = 1214
};

static void test_implications(void) {
  CHECK_EQ(sy_aspect_implies(FP64, FP64), SY_YES);
  CHECK_EQ(sy_aspect_implies(FP64, FP16), SY_MAYBE);
  CHECK_EQ(sy_aspect_implies(CPU, GPU), SY_NO);
  CHECK_EQ(sy_aspect_implies(SKL, PVC), SY_NO);
  CHECK_EQ(sy_aspect_implies(SKL, CPU), SY_NO);
  CHECK_EQ(sy_aspect_implies(CPU, SM_90), SY_NO);
  CHECK_EQ(sy_aspect_implies(SM_90, X86), SY_NO);
  CHECK_EQ(sy_aspect_implies(AVX512, AVX2), SY_YES);
  CHECK_EQ(sy_aspect_implies(AVX2, AVX512), SY_MAYBE);
  // These may be masked.
  CHECK_EQ(sy_aspect_implies(SKL, GPU), SY_MAYBE);
  CHECK_EQ(sy_aspect_implies(SKL, FP64), SY_MAYBE);
}

static void test_targets(void) {
  const sy_target *skl = sy_target_find("intel_gpu_skl"), *any = sy_target_find("spir64"),
                  *cpu = sy_target_find("native_cpu");
  CHECK_EQ(sy_target_knows(skl, FP64), SY_YES);
  CHECK_EQ(sy_target_knows(skl, 34), SY_NO); // ext_oneapi_cuda_async_barrier
  CHECK_EQ(sy_target_knows(skl, PVC), SY_NO);
  CHECK_EQ(sy_target_knows(any, FP64), SY_MAYBE);
  CHECK_EQ(sy_target_knows(cpu, FP64), SY_YES);
  CHECK_EQ(sy_target_knows(cpu, AVX2), SY_MAYBE);
  CHECK_EQ(sy_target_knows(cpu, GPU), SY_NO);
}

static void add_case(sy_cases *c, uint32_t a, uint32_t b) {
  sy_u32s one = {0};
  sy_vec_push(&one, a);
  sy_vec_push(&one, b);
  sy_vec_push(c, one);
}

static void test_cases(void) {
  const sy_target *skl = sy_target_find("intel_gpu_skl"), *tgllp = sy_target_find("intel_gpu_tgllp");
  sy_cases cases = {0}, back = {0};
  uint32_t number = 0;
  CHECK(sy_cases_possible(&cases, skl, false)); // all devices
  add_case(&cases, FP64 | SY_LACKS, FP16);
  CHECK(!sy_cases_possible(&cases, skl, false));
  CHECK(sy_cases_possible(&cases, skl, true));
  CHECK(sy_cases_possible(&cases, tgllp, false));
  add_case(&cases, FP64, FP16);
  CHECK(sy_cases_possible(&cases, skl, false));

  sy_props props = {0};
  sy_cases_write(&cases, 7, &props);
  CHECK(sy_cases_read(&props, "t.prop", &back, &number, NULL));
  CHECK_EQ(number, 7);
  CHECK_EQ(back.n, 2);
  CHECK_EQ(back.data[0].n, 2);
  CHECK_EQ(back.data[0].data[0], FP64 | SY_LACKS);
  CHECK_EQ(back.data[1].data[1], FP16);
  sy_props_free(&props);
  sy_cases_free(&cases);
  sy_cases_free(&back);
}

int main(void) {
  RUN(test_implications);
  RUN(test_targets);
  RUN(test_cases);
  return check_summary();
}
