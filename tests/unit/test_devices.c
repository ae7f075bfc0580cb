// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in tables, look-ups, did-you-mean, traits and listings.
#include "devices/devices.h"
#include "tests/unit/check.h"

// Every name that the design documents use, with the target it means.
static const char *const device_if[][2] = {
    {"intel_gpu_bdw", "intel_gpu_bdw"},
    {"intel_gpu_skl", "intel_gpu_skl"},
    {"intel_gpu_kbl", "intel_gpu_kbl"},
    {"intel_gpu_cfl", "intel_gpu_cfl"},
    {"intel_gpu_apl", "intel_gpu_apl"},
    {"intel_gpu_glk", "intel_gpu_glk"},
    {"intel_gpu_whl", "intel_gpu_whl"},
    {"intel_gpu_aml", "intel_gpu_aml"},
    {"intel_gpu_cml", "intel_gpu_cml"},
    {"intel_gpu_icllp", "intel_gpu_icllp"},
    {"intel_gpu_ehl", "intel_gpu_ehl"},
    {"intel_gpu_tgllp", "intel_gpu_tgllp"},
    {"intel_gpu_rkl", "intel_gpu_rkl"},
    {"intel_gpu_adl_s", "intel_gpu_adl_s"},
    {"intel_gpu_rpl_s", "intel_gpu_rpl_s"},
    {"intel_gpu_adl_p", "intel_gpu_adl_p"},
    {"intel_gpu_adl_n", "intel_gpu_adl_n"},
    {"intel_gpu_dg1", "intel_gpu_dg1"},
    {"intel_gpu_acm_g10", "intel_gpu_acm_g10"},
    {"intel_gpu_acm_g11", "intel_gpu_acm_g11"},
    {"intel_gpu_acm_g12", "intel_gpu_acm_g12"},
    {"intel_gpu_pvc", "intel_gpu_pvc"},
    {"intel_gpu_8_0_0", "intel_gpu_bdw"},
    {"intel_gpu_9_0_9", "intel_gpu_skl"},
    {"intel_gpu_9_1_9", "intel_gpu_kbl"},
    {"intel_gpu_9_2_9", "intel_gpu_cfl"},
    {"intel_gpu_9_3_0", "intel_gpu_apl"},
    {"intel_gpu_9_4_0", "intel_gpu_glk"},
    {"intel_gpu_9_5_0", "intel_gpu_whl"},
    {"intel_gpu_9_6_0", "intel_gpu_aml"},
    {"intel_gpu_9_7_0", "intel_gpu_cml"},
    {"intel_gpu_11_0_0", "intel_gpu_icllp"},
    {"intel_gpu_11_2_0", "intel_gpu_ehl"},
    {"intel_gpu_12_0_0", "intel_gpu_tgllp"},
    {"intel_gpu_12_10_0", "intel_gpu_dg1"},

    {"intel_gpu", "intel_gpu"},
    {"intel_gpu_tgl", "intel_gpu_tgllp"},
    {"intel_gpu_12_0", "intel_gpu_tgllp"},
    {"intel_gpu_11_1", "intel_gpu_lkf"},
    {"intel_gpu_icl", "intel_gpu_icllp"},
    {"ptx64", "ptx64"},
    {"nvptx64-nvidia-cuda", "ptx64"},
    {"spir64", "spir64"},
    {"spir64_gen", "spir64_gen"},
    {"spir64_x86_64", "spir64_x86_64"},
    {"x86_64", "x86_64"},
    {"x86_64_avx2", "x86_64_avx2"},
    {"x86_64_avx512", "x86_64_avx512"},
    {"native_cpu", "native_cpu"},
};

static void test_names(void) {
  for (size_t i = 0; i < sizeof device_if / sizeof *device_if; i++) {
    const sy_target *t = sy_target_find(device_if[i][0]);
    CHECK_STR(t ? t->TargetName : NULL, device_if[i][1]);
  }
  CHECK(!sy_target_find(""));
  CHECK(!sy_target_find("intel_gpu_"));
  CHECK(!sy_target_find("zzz"));
  CHECK(!sy_target_find("!"));
  for (size_t i = 0; i < sy_target_count(); i++) {
    const sy_target *t = sy_target_at(i);
    CHECK(sy_target_find(t->TargetName) == t);
    CHECK(i == 0 || strcmp(sy_target_at(i - 1)->TargetName, t->TargetName) < 0);
    for (size_t k = 0; k < t->aliases.n; k++)
      CHECK(sy_target_find(t->aliases.data[k]) == t);
  }
}

static void test_aspects(void) {
  CHECK_EQ(sy_aspect_find("fp64")->Number, 6);
  CHECK_STR(sy_aspect_get(6)->Name, "fp64");
  CHECK_EQ(sy_aspect_find("ext_intel_matrix")->Number, 58);
  CHECK_EQ(sy_aspect_find("usm_system_allocator")->Number, 17);
  CHECK_EQ(sy_aspect_find("ext_intel_gpu_skl")->Number, 1001);
  CHECK_EQ(sy_aspect_find("ext_intel_x86_64")->Number, 1101);
  CHECK_EQ(sy_aspect_find("ext_nvidia_gpu_sm_90")->Number, 1214);
  CHECK_EQ(sy_aspect_find("ext_amd_gpu_gfx90a")->Number, 1306);
  CHECK(!sy_aspect_find("fp8") && !sy_aspect_find(""));
  CHECK(!sy_aspect_get(42) && !sy_aspect_get(UINT32_MAX));
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    const sy_aspect *a = sy_aspect_at(i);
    CHECK_STR(sy_aspect_get((uint32_t)a->Number)->Name, a->Name);
    CHECK_EQ(sy_aspect_find(a->Name)->Number, a->Number);
    CHECK(i == 0 || sy_aspect_at(i - 1)->Number < a->Number);
  }
  CHECK_STR(sy_aspect_nearest("atomc64"), "atomic64");
  CHECK_STR(sy_aspect_nearest("usm_device_allocation"), "usm_device_allocations");
  CHECK(!sy_aspect_nearest("bananas"));
}

// What holds for every row.
static void test_rows(void) {
  for (size_t i = 0; i < sy_target_count(); i++) {
    const sy_target *t = sy_target_at(i);
    CHECK_EQ(t->aspects.n, t->aspectNumbers.n);
    for (size_t k = 0; k < t->aspects.n; k++)
      CHECK_STR(sy_aspect_get((uint32_t)t->aspectNumbers.data[k])->Name, t->aspects.data[k]);
    if (t->archAspect == SY_NO_ARCH)
      continue;
    CHECK(t->archAspect >= SY_ARCH_ASPECTS);
    CHECK(sy_target_has(t, (uint32_t)t->archAspect));
    CHECK(sy_target_of_arch((uint32_t)t->archAspect)->archAspect == t->archAspect);
    CHECK(sy_target_has(t, 1) != sy_target_has(t, 2)); // cpu or gpu
  }
  CHECK_STR(sy_target_of_arch(1101)->TargetName, "x86_64");
  CHECK(!sy_target_of_arch(6));
  CHECK(!sy_target_of_arch(UINT32_MAX));
}

static void test_facts(void) {
  const sy_target *skl = sy_target_find("intel_gpu_skl"), *dg1 = sy_target_find("intel_gpu_dg1");
  const sy_target *pvc = sy_target_find("intel_gpu_pvc"), *rpl = sy_target_find("intel_gpu_rpl_s");
  CHECK(sy_target_has(skl, 6) && !sy_target_has(dg1, 6) && sy_target_has(pvc, 6));
  CHECK(sy_target_has(skl, 1001) && !sy_target_has(dg1, 1001));
  CHECK(sy_target_has_sub_group(skl, 8) && !sy_target_has_sub_group(pvc, 8) &&
        sy_target_has_sub_group(pvc, 32));
  CHECK_STR(rpl->aotToolchainOptions, "-device adl-s");
  CHECK_STR(rpl->aotToolchain, "ocloc");
  CHECK_EQ(skl->maxWorkGroupSize, 256);
  CHECK_EQ(skl->maySupportOtherAspects, 0);
  CHECK_EQ(sy_target_find("spir64")->maySupportOtherAspects, 1);
  CHECK_EQ(sy_target_find("spir64")->aspects.n, 0);
  const sy_target *sm90 = sy_target_find("nvidia_gpu_sm_90");
  CHECK_STR(sm90->cpu, "sm_90");
  CHECK(sm90->family == &sy_family_ptx64);
  CHECK_EQ(sy_target_lanes("native_cpu"), 8);
  CHECK_EQ(sy_target_lanes("x86_64_avx2"), 8);
  CHECK_EQ(sy_target_lanes("x86_64_avx512"), 16);
  CHECK_EQ(sy_target_lanes("of a file"), 8);
  CHECK(sy_target_has(sm90, 17) && !sy_target_has(sy_target_find("nvidia_gpu_sm_50"), 5));
  const sy_target *avx512 = sy_target_find("x86_64_avx512");
  CHECK(sy_target_has(avx512, 1101) && sy_target_has(avx512, 1102) && sy_target_has(avx512, 1103));
  CHECK(!sy_target_has(sy_target_find("x86_64"), 1103));
}

static void test_nearest(void) {
  static const char *const pairs[][2] = {
      {"intel_gpu_pcv", "intel_gpu_pvc"},
      {"skl", "intel_gpu_skl"},
      {"SM_90", "nvidia_gpu_sm_90"},
      {"gfx90a", "amd_gpu_gfx90a"},
      {"intel_gpu_12", "intel_gpu_12_0"},
      {"spir_64", "spir64"},
      {"intel_gpu_adl-s", "intel_gpu_adl_s"},
      {"adl-s", "intel_gpu_adl_s"},
      {"12.55.8", "intel_gpu_acm_g10"},
      {"avx2", "x86_64_avx2"},
      {"nativecpu", "native_cpu"},
      {"something", NULL},
      {"", NULL},
      {"x", NULL},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    CHECK_STR(sy_devices_nearest(NULL, pairs[i][0]), pairs[i][1]);
  char longest[5000];
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  CHECK(!sy_devices_nearest(NULL, longest));
  CHECK(!sy_aspect_nearest(longest));
  sy_diag d = {0};
  CHECK(!sy_devices_need(NULL, "intel_gpu_pcv", &d));
  CHECK_HAS(sy_str_c(&d.text),
            "error: unknown target 'intel_gpu_pcv'\nhelp: did you mean 'intel_gpu_pvc'?\n");
  CHECK(sy_devices_need(NULL, "intel_gpu_skl", &d));
  CHECK_EQ(d.errors, 1);
  sy_diag_free(&d);
}

static bool has(const sy_strs *list, const char *what) {
  for (size_t i = 0; i < list->n; i++)
    if (!strcmp(list->data[i], what))
      return true;
  return false;
}

static void test_traits(void) {
  const sy_target *skl = sy_target_find("intel_gpu_skl"), *dg1 = sy_target_find("intel_gpu_dg1");
  const sy_target *spir = sy_target_find("spir64"), *unknown = NULL;
  const sy_target *gpus[] = {skl, dg1}, *jit[] = {skl, spir}, *strange[] = {skl, unknown};
  CHECK(sy_all_devices_have(gpus, 2, 5) && !sy_all_devices_have(gpus, 2, 6) &&
        sy_all_devices_have(gpus, 1, 6));
  CHECK(sy_any_device_has(gpus, 2, 6) && !sy_any_device_has(gpus, 2, 1));
  CHECK(!sy_all_devices_have(jit, 2, 5) && sy_any_device_has(jit, 2, 1));
  CHECK(!sy_all_devices_have(strange, 2, 5) && sy_any_device_has(strange, 2, 1));
  CHECK(!sy_all_devices_have(gpus, 0, 5) && !sy_any_device_has(gpus, 0, 5));

  sy_arena a = {0};
  sy_strs m = {0};
  sy_devices_macros(gpus, 2, &a, &m);
  CHECK(has(&m, "__SYCL_ALL_DEVICES_HAVE_fp16__=1") && !has(&m, "__SYCL_ALL_DEVICES_HAVE_fp64__=1"));
  CHECK(has(&m, "__SYCL_ANY_DEVICE_HAS_fp64__=1") && !has(&m, "__SYCL_ANY_DEVICE_HAS_cpu__=1"));
  CHECK(has(&m, "__SYCL_ANY_DEVICE_HAS_ext_intel_gpu_dg1__=1"));
  CHECK(!has(&m, "__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1"));
  m.n = 0;
  const sy_target *cuda[] = {sy_target_find("nvidia_gpu_sm_90")};
  sy_devices_macros(cuda, 1, &a, &m);
  CHECK(has(&m, "__SYCL_ALL_DEVICES_HAVE_fp64__=1") && has(&m, "__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1"));
  CHECK(!has(&m, "__SYCL_ANY_DEVICE_HAS_fp64__=1"));
  m.n = 0;
  sy_devices_macros(gpus, 0, &a, &m);
  CHECK_EQ(m.n, 0);
  sy_vec_free(&m);
  sy_arena_free(&a);
}

static const char *macros_of(const char *target, sy_arena *a) {
  sy_strs m = {0};
  sy_str all = SY_STR_INIT;
  sy_target_macros(sy_target_find(target), a, &m);
  for (size_t i = 0; i < m.n; i++)
    sy_str_addf(&all, "%s%s", i ? " " : "", m.data[i]);
  const char *text = sy_arena_strdup(a, sy_str_c(&all));
  sy_str_free(&all);
  sy_vec_free(&m);
  return text;
}

static void test_target_macros(void) {
  sy_arena a = {0};
  CHECK_STR(macros_of("intel_gpu_9_0_9", &a), "__SYCL_TARGET_INTEL_GPU_SKL__=1");
  CHECK_STR(macros_of("intel_gpu_acm_g10", &a), "__SYCL_TARGET_INTEL_GPU_ACM_G10__=1");
  CHECK_STR(macros_of("spir64_x86_64", &a), "__SYCL_TARGET_INTEL_X86_64__=1");
  CHECK_STR(macros_of("x86_64", &a), "__SYCL_TARGET_INTEL_X86_64__=1");
  CHECK_STR(macros_of("x86_64_avx2", &a),
            "__SYCL_TARGET_INTEL_X86_64__=1 __SYCL_TARGET_INTEL_X86_64_AVX2__=1");
  CHECK_STR(macros_of("nvidia_gpu_sm_90a", &a), "__SYCL_TARGET_NVIDIA_GPU_SM_90A__=1 __SYCL_NVPTX__=1");
  CHECK_STR(macros_of("ptx64", &a), "__SYCL_NVPTX__=1");
  CHECK_STR(macros_of("spir64", &a), "");
  sy_arena_free(&a);
}

static void test_overlay(void) {
  sy_devices all = {0};
  sy_target *skl = sy_devices_edit(&all, "intel_gpu_9_0_9");
  CHECK_STR(skl->TargetName, "intel_gpu_skl");
  skl->maxWorkGroupSize = 7;
  CHECK_EQ(sy_devices_find(&all, "intel_gpu_skl")->maxWorkGroupSize, 7);
  CHECK_EQ(sy_devices_find(&all, "intel_gpu_9_0_9")->maxWorkGroupSize, 7);
  CHECK_EQ(sy_devices_find(NULL, "intel_gpu_skl")->maxWorkGroupSize, 256);
  CHECK(sy_devices_edit(&all, "intel_gpu_skl") == skl);
  CHECK_STR(sy_devices_edit(&all, "intel_gpu_new_x")->aotToolchainOptions, "-device new-x");
  CHECK_STR(sy_devices_edit(&all, "intel_gpu_40_1_2")->aotToolchainOptions, "-device 40.1.2");
  CHECK_STR(sy_devices_edit(&all, "nvidia_gpu_sm_200")->cpu, "sm_200");
  CHECK_STR(sy_devices_edit(&all, "nvidia_gpu_sm_200")->aotToolchainOptions, "-arch=sm_200");
  CHECK_STR(sy_devices_edit(&all, "amd_gpu_gfx9999")->aotToolchainOptions, "-shared");
  CHECK(sy_devices_edit(&all, "x86_64_amx")->family == &sy_family_native_cpu);
  CHECK_STR(sy_devices_edit(&all, "mine")->aotToolchain, "");
  CHECK_STR(sy_devices_edit(&all, "intel_gpu_")->aotToolchain, "");
  CHECK_STR(sy_devices_nearest(&all, "intel_gpu_new_y"), "intel_gpu_new_x");
  size_t n = 0, i = 0;
  bool seven = false;
  for (const sy_target *t; (t = sy_devices_next(&all, &i)); n++)
    seven = seven || t->maxWorkGroupSize == 7;
  CHECK(seven);
  CHECK_EQ(n, sy_target_count() + 7);
  sy_devices_free(&all);
}

static void test_listing(void) {
  sy_str text = SY_STR_INIT;
  sy_devices_list(NULL, &text);
  CHECK_HAS(sy_str_c(&text), "intel_gpu_rpl_s\n  aspects           gpu fp16 image atomic64");
  CHECK_HAS(sy_str_c(&text), "  aliases           intel_gpu_9_0_9\n");
  CHECK_HAS(sy_str_c(&text), "  toolchain         ocloc -device adl-s\n");
  CHECK_HAS(sy_str_c(&text), "spir64\n  aspects           not known\n  sub-group sizes   not known\n");
  sy_str_clear(&text);
  sy_devices_list_json(NULL, &text);
  CHECK_HAS(sy_str_c(&text),
            "{\"name\": \"intel_gpu_skl\", \"aliases\": [\"intel_gpu_9_0_9\"], \"aspects\": [\"gpu\",");
  CHECK_HAS(sy_str_c(&text),
            "\"sub-group-sizes\": [8, 16, 32], \"max-work-group-size\": 256, \"architecture\": 1001,");
  sy_devices all = {0};
  sy_devices_edit(&all, "mine")->aotToolchain = "a\"b\\c\nd";
  sy_str_clear(&text);
  sy_devices_list_json(&all, &text);
  CHECK_HAS(sy_str_c(&text), "\"aot-toolchain\": \"a\\\"b\\\\c\\u000ad\"");
  CHECK(sy_ends(sy_str_c(&text), "}\n]\n"));
  sy_devices_free(&all);
  sy_str_free(&text);
}

int main(void) {
  RUN(test_names);
  RUN(test_aspects);
  RUN(test_rows);
  RUN(test_facts);
  RUN(test_nearest);
  RUN(test_traits);
  RUN(test_target_macros);
  RUN(test_overlay);
  RUN(test_listing);
  return check_summary();
}
