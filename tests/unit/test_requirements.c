// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requirements of images: both ways of writing them, and each check against a target.
#include "devices/requirements.h"
#include "tests/unit/check.h"

// Whether target runs an image with these properties, and the reasons why not.
static bool met(const sy_props *p, const char *target, sy_str *why) {
  sy_requirements r = {0};
  CHECK(sy_requirements_read(p, "t.prop", &r, NULL));
  sy_str_clear(why);
  bool ok = sy_requirements_met(&r, sy_target_find(target), why);
  CHECK_EQ(ok, sy_requirements_met(&r, sy_target_find(target), NULL));
  CHECK_EQ(ok, why->n == 0);
  sy_requirements_free(&r);
  return ok;
}

#define PUT(p, name, ...)                                                                                    \
  sy_props_put_u32s(p, SY_REQUIREMENTS, name, (const uint32_t[]){__VA_ARGS__},                               \
                    sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static void test_aspects(void) {
  static const char *const names[] = {"aspect", "aspects"};
  sy_str why = SY_STR_INIT;
  for (size_t i = 0; i < 2; i++) {
    sy_props p = {0};
    PUT(&p, names[i], 5, 6);
    CHECK(met(&p, "intel_gpu_skl", &why));
    CHECK(!met(&p, "intel_gpu_dg1", &why));
    CHECK_STR(sy_str_c(&why), "needs aspect 'fp64', which intel_gpu_dg1 does not have\n");
    CHECK(!met(&p, "spir64", &why)); // strict: it only may have them
    CHECK_HAS(sy_str_c(&why), "needs aspect 'fp16', which spir64 does not have on every device\n");
    sy_props_free(&p);
  }
  sy_props p = {0};
  PUT(&p, "aspect", 4321);
  CHECK(!met(&p, "intel_gpu_skl", &why));
  CHECK_STR(sy_str_c(&why), "needs aspect number 4321, which is not known and intel_gpu_skl does not have\n");
  sy_props_free(&p);
  sy_str_free(&why);
}

static void test_sub_groups(void) {
  sy_props p = {0};
  sy_str why = SY_STR_INIT;
  PUT(&p, "reqd_sub_group_size", 16, 8);
  CHECK(met(&p, "intel_gpu_skl", &why));
  CHECK(!met(&p, "intel_gpu_pvc", &why));
  CHECK_STR(sy_str_c(&why), "needs sub-group size 8; intel_gpu_pvc has 16, 32\n");
  CHECK(!met(&p, "spir64", &why));
  CHECK_HAS(sy_str_c(&why), "needs sub-group size 16; spir64 has none that is known\n");
  sy_props_put_u32(&p, SY_REQUIREMENTS, "reqd_sub_group_size", 32); // as DPC++ writes it
  CHECK(met(&p, "intel_gpu_pvc", &why));
  sy_props_free(&p);
  sy_str_free(&why);
}

static void test_work_groups(void) {
  sy_props p = {0};
  sy_str why = SY_STR_INIT;
  PUT(&p, "reqd_work_group_size", 1, 256, 3, 4, 4, 16);
  CHECK(met(&p, "intel_gpu_skl", &why));
  PUT(&p, "reqd_work_group_size", 1, 8, 2, 32, 16);
  CHECK(!met(&p, "intel_gpu_skl", &why));
  CHECK_STR(sy_str_c(&why), "needs work-group size 32x16; intel_gpu_skl takes up to 256 work-items\n");
  CHECK(met(&p, "intel_gpu_dg1", &why));
  PUT(&p, "reqd_work_group_size", 3, 1u << 31, 1u << 31, 4); // 2^64: 0, if 64 bits were all
  CHECK(!met(&p, "intel_gpu_dg1", &why));
  CHECK(met(&p, "spir64", &why)); // no limit is known
  sy_props_free(&p);

  sy_props q = {0};
  uint64_t wide[] = {1024, 2};
  sy_props_put_bytes(&q, SY_REQUIREMENTS, "reqd_work_group_size_uint64_t", wide, sizeof wide);
  CHECK(!met(&q, "nvidia_gpu_sm_90", &why));
  CHECK_HAS(sy_str_c(&why), "1024x2; nvidia_gpu_sm_90 takes up to 1024 work-items");
  CHECK(met(&q, "native_cpu", &why));
  sy_props_free(&q);
  sy_str_free(&why);
}

static void test_fixed(void) {
  sy_props p = {0};
  sy_str why = SY_STR_INIT;
  PUT(&p, "fixed_target", 1001, 1018);
  CHECK(met(&p, "intel_gpu_skl", &why) && met(&p, "intel_gpu_12_10_0", &why));
  CHECK(!met(&p, "intel_gpu_pvc", &why));
  CHECK_STR(
      sy_str_c(&why),
      "was compiled with -fsycl-fixed-targets for intel_gpu_skl, intel_gpu_dg1, not for intel_gpu_pvc\n");
  CHECK(!met(&p, "intel_gpu", &why) && !met(&p, "spir64", &why));
  PUT(&p, "fixed_target", 1101);
  CHECK(met(&p, "x86_64", &why) && met(&p, "x86_64_avx512", &why) && met(&p, "spir64_x86_64", &why));
  CHECK(met(&p, "native_cpu", &why)); // which is an x86-64, of a level that is not known here
  PUT(&p, "fixed_target", 1103);
  CHECK(met(&p, "x86_64_avx512", &why) && !met(&p, "x86_64_avx2", &why) && !met(&p, "native_cpu", &why));
  PUT(&p, "fixed_target", 4242);
  CHECK(!met(&p, "x86_64", &why));
  CHECK_HAS(sy_str_c(&why), "for architecture 4242, which is not known, not for x86_64");
  sy_props_put_u32s(&p, SY_REQUIREMENTS, "fixed_target", NULL, 0);
  CHECK(!met(&p, "x86_64", &why));
  CHECK_HAS(sy_str_c(&why), "is for no target");
  sy_props_free(&p);
  sy_str_free(&why);
}

static void test_nothing(void) {
  sy_props p = {0};
  sy_str why = SY_STR_INIT;
  CHECK(met(&p, "spir64", &why));
  sy_props_add(&p, SY_REQUIREMENTS);
  CHECK(met(&p, "spir64", &why));
  sy_props_put_u32(&p, SY_REQUIREMENTS, "something_new", 5);
  CHECK(met(&p, "spir64", &why));
  sy_props_put_u32(&p, "another set", "aspect", 5);
  CHECK(met(&p, "spir64", &why));
  sy_props_free(&p);
  sy_str_free(&why);
}

static void bad(const char *name, const void *bytes, size_t n, const char *says) {
  sy_props p = {0};
  sy_requirements r = {0};
  sy_diag d = {0};
  if (bytes)
    sy_props_put_bytes(&p, SY_REQUIREMENTS, name, bytes, n);
  else
    sy_props_put_u32(&p, SY_REQUIREMENTS, name, 6);
  CHECK(!sy_requirements_read(&p, "t.prop", &r, &d));
  CHECK_HAS(sy_str_c(&d.text), "t.prop: error: property '");
  CHECK_HAS(sy_str_c(&d.text), name);
  CHECK_HAS(sy_str_c(&d.text), says);
  sy_requirements_free(&r);
  sy_diag_free(&d);
  sy_props_free(&p);
}

static void test_malformed(void) {
  bad("aspect", "abcde", 5, "an array of 32-bit numbers");
  bad("aspect", NULL, 0, "an array of 32-bit numbers"); // a single number
  bad("fixed_target", "ab", 2, "an array of 32-bit numbers");
  bad("reqd_sub_group_size", "abc", 3, "an array of 32-bit numbers");
  bad("reqd_work_group_size", (const uint32_t[]){4, 1, 1, 1, 1}, 20, "1 to 3 dimensions");
  bad("reqd_work_group_size", (const uint32_t[]){0}, 4, "1 to 3 dimensions");
  bad("reqd_work_group_size", (const uint32_t[]){3, 1, 1}, 12, "1 to 3 dimensions");
  bad("reqd_work_group_size", (const uint32_t[]){1, 0}, 8, "1 to 3 dimensions");
  bad("reqd_work_group_size_uint64_t", (const uint64_t[]){1, 1, 1, 1}, 32, "1 to 3 sizes");
  bad("reqd_work_group_size_uint64_t", (const uint64_t[]){0}, 8, "1 to 3 sizes");
  bad("reqd_work_group_size_uint64_t", NULL, 0, "1 to 3 sizes");
}

int main(void) {
  RUN(test_aspects);
  RUN(test_sub_groups);
  RUN(test_work_groups);
  RUN(test_fixed);
  RUN(test_nothing);
  RUN(test_malformed);
  return check_summary();
}
