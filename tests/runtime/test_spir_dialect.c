// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V for drivers that take SPIR: what is said in other words, which group functions it needs, what is
// refused, and what is no SPIR-V.
#include "runtime/backends/opencl/opencl.h"
#include "tests/runtime/rt_test.h"

#define OP(op, words) ((uint32_t)(words) << 16 | (op))
#define HEADER(bound) 0x07230203, 0x10200, 0, bound, 0

static sycc_device device = {.text = {[SYCC_DEVICE_NAME] = "some device"}};
static sy_cl_device cl = {.device = &device};

static uint32_t *out;
static size_t out_words;
static unsigned needs;

static sycc_status convert(const uint32_t *words, size_t bytes) {
  sy_cl_bytes made = {NULL, 0};
  needs = 0;
  sycc_status s = sy_cl_spir_dialect(&cl, "K", words, bytes, &made, &needs);
  CHECK(!s == !!made.data); // nothing is left to free after a failure
  out = made.data;
  out_words = made.size / sizeof *out;
  return s;
}

static void test_words(void) {
  static const uint32_t in[] = {
      HEADER(20), OP(21, 4), 1, 32, 0,         // %1 = OpTypeInt 32
      OP(32, 4),  2,         8, 1,             // %2 = OpTypePointer Generic %1
      OP(54, 5),  3,         4, 2,  5,         // %4 = OpFunction DontInline
      OP(55, 3),  2,         6,                // %6 = OpFunctionParameter %2
      OP(225, 3), 7,         8,                // OpMemoryBarrier
      OP(234, 7), 1,         9, 6,  7,  8, 10, // %9 = OpAtomicIAdd %6
      OP(228, 5), 11,        7, 8,  10,        // OpAtomicStore %11: its type is not known
  };
  static const uint32_t expected[] = {
      HEADER(23), OP(21, 4), 1, 32,         0,  OP(32, 4), 2,  8,          1,  OP(32, 4), 20, 5,
      1,                                                      // the same pointer into global
      OP(32, 4),  21,        7, 1,                            // and private memory
      OP(54, 5),  3,         4, 1,          5,                // Inline
      OP(55, 3),  2,         6, OP(122, 4), 20, 22,        6, // OpGenericCastToPtr
      OP(234, 7), 1,         9, 22,         7,  8,         10, OP(228, 5), 11, 7,         8,  10,
  };
  CHECK_OK(convert(in, sizeof in));
  CHECK_EQ(out_words, sizeof expected / sizeof *expected);
  for (size_t i = 0; i < out_words && i < sizeof expected / sizeof *expected; i++)
    CHECK_EQ(out[i], expected[i]);
  free(out);
}

static void test_groups(void) {
  static const uint32_t variable[] = {HEADER(5), OP(71, 4), 1, 11, 41};   // BuiltIn SubgroupLocalInvocationId
  static const uint32_t shuffle[] = {HEADER(5), OP(5571, 5), 1, 2, 3, 4}; // OpSubgroupShuffleINTEL
  static const uint32_t fold[] = {HEADER(5), OP(264, 6), 1, 3, 2, 0, 4};  // OpGroupIAdd
  static const uint32_t barriers[] = {
      HEADER(6),  OP(43, 4), 1, 2, 3,          OP(43, 4), 1, 3, 2, // scopes 3 and 2
      OP(224, 4), 2,         2, 4, OP(224, 4), 3,         3, 4};   // OpControlBarrier
  // A local variable %3, used by function %4, which is a kernel or is none.
  static const uint32_t in_kernel[] = {HEADER(6), OP(15, 5), 6, 4, 0, 3,         OP(59, 4), 1, 3, 4,
                                       OP(54, 5), 1,         4, 0, 2, OP(61, 4), 1,         5, 3};
  static const uint32_t in_function[] = {HEADER(6), OP(59, 4), 1, 3,         4, OP(54, 5), 1,
                                         4,         0,         2, OP(61, 4), 1, 5,         3};
  static const struct {
    const uint32_t *words;
    size_t bytes, left;
    unsigned needs;
  } cases[] = {
      {variable, sizeof variable, 9, SY_CL_GROUPS},
      {shuffle, sizeof shuffle, 10, SY_CL_GROUPS},
      {fold, sizeof fold, 11, SY_CL_GROUPS},
      {barriers, sizeof barriers, 17, 0}, // that of the sub-group is gone
      {in_kernel, sizeof in_kernel, 23, 0},
      {in_function, sizeof in_function, 18, SY_CL_LOCALS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK_OK(convert(cases[i].words, cases[i].bytes));
    CHECK_EQ(out_words, cases[i].left);
    CHECK_EQ(needs, cases[i].needs);
    free(out);
  }
}

// Two names that differ at their end only.
static void test_long_names(void) {
  enum { WORDS = 300 / 4, MOST = 201 / 4 + 1 };
  uint32_t in[5 + 3 + WORDS + 1] = {HEADER(20), OP(15, 3 + WORDS + 1), 6,
                                    4}; // OpEntryPoint Kernel %4 "aaa..." %5
  char first[SY_CL_MOST_NAME + 1] = "";
  for (int i = 0; i < 2; i++) {
    memset(in + 8, 'a', WORDS * sizeof *in - 1);
    ((char *)(in + 8))[WORDS * sizeof *in - 2] = i ? 'x' : 'y';
    in[8 + WORDS] = 5;
    CHECK_OK(convert(in, sizeof in));
    CHECK_EQ(out_words, 5 + 3 + MOST + 1);
    CHECK_EQ(out[5], OP(15, 3 + MOST + 1));
    CHECK_EQ(out[out_words - 1], 5);
    CHECK_EQ(strlen((char *)(out + 8)), SY_CL_MOST_NAME);
    CHECK(!i || strcmp((char *)(out + 8), first));
    memcpy(first, out + 8, sizeof first);
    CHECK(!strcmp(first,
                  sy_cl_spir_name((char *)(in + 8), WORDS * sizeof *in, (char[SY_CL_MOST_NAME + 1]){0})));
    free(out);
  }
}

static void test_refused(void) {
  static const uint32_t read[] = {HEADER(5), OP(5575, 4), 1, 2, 3}; // OpSubgroupBlockReadINTEL
  CHECK_EQ(convert(read, sizeof read), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(),
            "kernel 'K' can't run on device 'some device': of Intel's operations of sub-groups");
}

static void test_rubbish(void) {
  static const uint32_t magic[] = {1, 2, 3, 4, 5}, bound[] = {HEADER(0x400000), OP(1, 1)},
                        zero[] = {HEADER(5), 0}, longer[] = {HEADER(5), OP(43, 4), 1};
  CHECK_EQ(convert(magic, sizeof magic), SYCC_build);
  CHECK_EQ(convert(magic, 3), SYCC_build);
  CHECK_EQ(convert(bound, sizeof bound), SYCC_build);
  CHECK_EQ(convert(zero, sizeof zero), SYCC_build);
  CHECK_EQ(convert(longer, sizeof longer), SYCC_build);
  CHECK_HAS(sycc_error_message(), "the image of kernel 'K' is not SPIR-V");
}

int main(void) {
  RUN(test_words);
  RUN(test_groups);
  RUN(test_long_names);
  RUN(test_refused);
  RUN(test_rubbish);
  return check_summary();
}
