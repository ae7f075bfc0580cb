// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device configuration files: what they change, and what is said about mistakes in them.
#include "base/mem.h"
#include "devices/yaml_overlay.h"
#include "tests/unit/check.h"

static sy_devices all;
static sy_diag diag;

// Reads a text on top of the built-in targets.
static bool read_yaml(const char *text) {
  sy_devices_free(&all);
  sy_diag_free(&diag);
  return sy_devices_read_yaml(&all, sy_view_c(text), "t.yaml", &diag);
}

static const sy_target *get(const char *name) {
  const sy_target *t = sy_devices_find(&all, name);
  CHECK(t);
  return t ? t : sy_target_at(0);
}

static void test_new_target(void) {
  CHECK(read_yaml("my-device.2:\n"
                  "  aspects: [gpu, fp16, 6, usm_system_allocator, fp16]\n"
                  "  may_support_other_aspects: true\n"
                  "  sub-group-sizes: [1, 2, 4, 8]\n"
                  "  max-work-group-size: 128\n"
                  "  aot-toolchain: my tool\n"
                  "  aot-toolchain-options: -x y\n"));
  const sy_target *t = get("my-device.2");
  CHECK_EQ(t->aspects.n, 4);
  CHECK_STR(t->aspects.data[2], "fp64");
  CHECK(sy_target_has(t, 2) && sy_target_has(t, 5) && sy_target_has(t, 6) && sy_target_has(t, 17));
  CHECK_EQ(t->maySupportOtherAspects, 1);
  CHECK_EQ(t->subGroupSizes.n, 4);
  CHECK(sy_target_has_sub_group(t, 4));
  CHECK_EQ(t->maxWorkGroupSize, 128);
  CHECK_STR(t->aotToolchain, "my tool");
  CHECK_STR(t->aotToolchainOptions, "-x y");
  CHECK_EQ(t->archAspect, SY_NO_ARCH);
  CHECK_EQ(diag.warnings, 0);
}

static void test_update(void) {
  CHECK(read_yaml("intel_gpu_skl: {aspects: [gpu]}"));
  const sy_target *t = get("intel_gpu_9_0_9"), *before = sy_target_find("intel_gpu_skl");
  CHECK(sy_target_has(t, 2) && !sy_target_has(t, 6));
  CHECK(sy_target_has(t, 1001)); // it stays the architecture it is
  CHECK_EQ(t->aspects.n, 2);
  CHECK_EQ(t->subGroupSizes.n, before->subGroupSizes.n);
  CHECK_STR(t->aotToolchainOptions, "-device skl");
  CHECK_EQ(t->maxWorkGroupSize, 256);
  CHECK(read_yaml("intel_gpu_9_0_9: {sub-group-sizes: [], aspects: }"));
  CHECK_EQ(get("intel_gpu_skl")->subGroupSizes.n, 0);
  CHECK_EQ(get("intel_gpu_skl")->aspects.n, 1);
  CHECK(read_yaml("x86_64_avx512: {aspects: [cpu]}"));
  CHECK(sy_target_has(get("x86_64_avx512"), 1101) && sy_target_has(get("x86_64_avx512"), 1103));
}

static void test_detection(void) {
  CHECK(read_yaml("intel_gpu_abc:\nintel_gpu_40_1_0: {}\nintel_gpu_def: {aot-toolchain: mine}\n"
                  "intel_gpu_ghi: {aot-toolchain-options: -q}\nother: {}\n"));
  CHECK_STR(get("intel_gpu_abc")->aotToolchain, "ocloc");
  CHECK_STR(get("intel_gpu_abc")->aotToolchainOptions, "-device abc");
  CHECK_STR(get("intel_gpu_40_1_0")->aotToolchainOptions, "-device 40.1.0");
  CHECK_STR(get("intel_gpu_def")->aotToolchain, "mine");
  CHECK_STR(get("intel_gpu_def")->aotToolchainOptions, "-device def");
  CHECK_STR(get("intel_gpu_ghi")->aotToolchain, "ocloc");
  CHECK_STR(get("intel_gpu_ghi")->aotToolchainOptions, "-q");
  CHECK_STR(get("other")->aotToolchain, "");
}

static void test_options(void) {
  CHECK(read_yaml("intel_gpu_skl: {aot-toolchain-device: kbl, aot-toolchain-q: }"));
  CHECK_STR(get("intel_gpu_skl")->aotToolchainOptions, "-device kbl -q");
  CHECK(read_yaml("intel_gpu_skl: {aot-toolchain-revision_id: 4, aot-toolchain-options: -device  skl -v}"));
  CHECK_STR(get("intel_gpu_skl")->aotToolchainOptions, "-device skl -v -revision_id 4");
  CHECK(read_yaml("mine: {aot-toolchain-options: -a -b 1 -c, aot-toolchain-b: 2, aot-toolchain-a: x, "
                  "aot-toolchain-c: }"));
  CHECK_STR(get("mine")->aotToolchainOptions, "-a x -b 2 -c");
  CHECK(read_yaml("mine: {aot-toolchain-device: z}"));
  CHECK_STR(get("mine")->aotToolchainOptions, "-device z");
}

static void test_twice(void) {
  CHECK(read_yaml("a: {sub-group-sizes: [8], max-work-group-size: 5}\nb: {}\na: {sub-group-sizes: [16]}\n"));
  CHECK_EQ(diag.warnings, 1);
  CHECK_HAS(sy_str_c(&diag.text),
            "t.yaml:3:1: warning: target 'a' occurs twice\nnote: the first is in line 1");
  CHECK(sy_target_has_sub_group(get("a"), 16) && !sy_target_has_sub_group(get("a"), 8));
  CHECK_EQ(get("a")->maxWorkGroupSize, 5);
  CHECK(read_yaml("intel_gpu_skl: {}\nintel_gpu_9_0_9: {}\n"));
  CHECK_HAS(sy_str_c(&diag.text), "t.yaml:2:1: warning: target 'intel_gpu_skl' occurs twice");
  CHECK(read_yaml("a: {max-work-group-size: 1, max-work-group-size: 2}\n"));
  CHECK_HAS(sy_str_c(&diag.text), "t.yaml:1:29: warning: key 'max-work-group-size' occurs twice");
  CHECK_EQ(get("a")->maxWorkGroupSize, 2);
}

static void test_nothing(void) {
  CHECK(read_yaml(""));
  CHECK(read_yaml("# only a comment\n"));
  CHECK(read_yaml("---\n...\n"));
  CHECK(read_yaml("{}"));
  CHECK(read_yaml("~"));
  CHECK(read_yaml("\xef\xbb\xbf"
                  "a: {}\n")); // a byte order mark
  CHECK(get("a"));
  CHECK(read_yaml("%YAML 1.1\n--- &anchor\n!!str a: !tag {sub-group-sizes: &x [8]}\n"));
  CHECK(sy_target_has_sub_group(get("a"), 8));
}

static void bad(const char *text, const char *says) {
  CHECK(!read_yaml(text));
  CHECK_HAS(sy_str_c(&diag.text), says);
}

static void test_mistakes(void) {
  bad("[a, b]", "t.yaml:1:1: error: the file is a list\nnote: allowed is a mapping of targets");
  bad("text", "t.yaml:1:1: error: the file is 'text'");
  bad("a: 5", "t.yaml:1:4: error: the entry of a target is '5'");
  bad("a: [1]", "t.yaml:1:4: error: the entry of a target is a list");
  bad("my target: {}",
      "t.yaml:1:1: error: the name of a target is 'my target'\nnote: allowed is letters, digits");
  bad("[x]: {}", "t.yaml:1:1: error: the name of a target is a list");
  bad("\"a\\0b\": {}", "t.yaml:1:1: error: the name of a target is unprintable text");
  bad("'': {}", "error: the name of a target is ''");
  bad("a:\n  aspects: [fp61]", "t.yaml:2:13: error: unknown aspect 'fp61'\nhelp: did you mean 'fp16'?");
  bad("a:\n  aspects: [99]",
      "t.yaml:2:13: error: unknown aspect '99'\nnote: allowed are the names in sycl::aspect");
  bad("a: {aspects: [-1]}", "unknown aspect '-1'");
  bad("a: {aspects: [18446744073709551616]}", "unknown aspect '18446744073709551616'");
  bad("a: {aspects: [4294967302]}", "unknown aspect '4294967302'"); // 6, if cut to 32 bits
  bad("a: {aspects: fp16}", "t.yaml:1:14: error: 'aspects' is 'fp16'\nnote: allowed is a list: [a, b, c]");
  bad("a: {aspects: {x: y}}", "error: 'aspects' is a mapping");
  bad("a: {aspects: [[fp16]]}",
      "t.yaml:1:15: error: an element of the list is a list\nnote: allowed is a single value");
  bad("a: {sub-group-sizes: [0]}",
      "error: a sub-group size is '0'\nnote: allowed is a whole number from 1 to 1024");
  bad("a: {sub-group-sizes: [1.5]}", "error: a sub-group size is '1.5'");
  bad("a: {sub-group-sizes: [4294967304]}", "error: a sub-group size is '4294967304'");
  bad("a: {max-work-group-size: lots}",
      "error: 'max-work-group-size' is 'lots'\nnote: allowed is a whole number");
  bad("a: {max-work-group-size: 0}", "error: 'max-work-group-size' is '0'");
  bad("a: {may_support_other_aspects: yes}",
      "'may_support_other_aspects' is 'yes'\nnote: allowed is true or false");
  bad("a: {may_support_other_aspects: [true]}", "'may_support_other_aspects' is a list");
  bad("a: {aot-toolchain: {}}", "error: 'aot-toolchain' is a mapping\nnote: allowed is text");
  bad("a: {aot-toolchain: \"a\\nb\"}", "error: 'aot-toolchain' is unprintable text");
  bad("a: {aot-toolchain-device: [x]}", "error: the value of an option is a list");
  bad("a: {aot-toolchain-option: x}",
      "unknown key 'aot-toolchain-option'\nhelp: did you mean 'aot-toolchain-options'?");
  bad("a: {aot-toolchain-: x}", "unknown key 'aot-toolchain-'\nhelp: did you mean 'aot-toolchain'?");
  bad("a: {sub_group_sizes: [8]}",
      "t.yaml:1:5: error: unknown key 'sub_group_sizes'\nhelp: did you mean 'sub-group-sizes'?");
  bad("a: {color: red}", "unknown key 'color'\nnote: allowed are 'aspects', 'may_support_other_aspects', ");
  bad("a: {[k]: v}", "t.yaml:1:5: error: unknown key a list");
}

static void test_syntax(void) {
  bad("a: {", "error: not YAML: ");
  bad("a:\n  aot-toolchain: \"ocloc\n  aspects: [cpu]\n",
      "t.yaml:2:18: error: not YAML: found unexpected end of stream in the quoted text that begins here");
  bad("a: {aot-toolchain: 'x",
      "t.yaml:1:20: error: not YAML: found unexpected end of stream in the quoted text that begins here");
  bad("a: b: c", "t.yaml:1:5: error: not YAML: mapping values are not allowed in this context");
  bad("a: {}\n\tb: {}\n", "t.yaml:2:");
  bad("a: \xff", "t.yaml:1:4: error: not a YAML file: invalid leading UTF-8 octet");
  bad("\nab\x01", "t.yaml:2:3: error: not a YAML file: control characters are not allowed");
  bad("a: &x {}\nb: *x\n", "t.yaml:2:4: error: an alias");
  bad("--- {}\n--- {}\n", "t.yaml:2:1: error: a second document");
  bad("a: {}\n...\n}", "t.yaml:3:1: error: not YAML");
  bad("a: {aspects: [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}", "error: nested too deeply");
}

// Every mistake is found in one run; a file that is wrong all over is not read to its end.
static void test_several(void) {
  CHECK(!read_yaml("a: {aspects: [x1, fp16, x2], sub-group-sizes: [y1]}\nb c: {}\nd: {aspects: [z1]}\n"));
  CHECK_EQ(diag.errors, 5);
  sy_str text = SY_STR_INIT;
  for (int i = 0; i < 1000; i++)
    sy_str_addf(&text, "a%d: {aspects: [x%d]}\n", i, i);
  CHECK(!read_yaml(sy_str_c(&text)));
  CHECK_EQ(diag.errors, 20);
  CHECK_HAS(sy_str_c(&diag.text), "note: reading stops after 20 errors");
  sy_str_clear(&text);
  sy_str_add(&text, "a: {aspects: [");
  for (int i = 0; i < 1000; i++)
    sy_str_addf(&text, "x%d, ", i);
  sy_str_add(&text, "]}\n");
  CHECK(!read_yaml(sy_str_c(&text)));
  CHECK_EQ(diag.errors, 20);
  sy_str_free(&text);
}

// Time grows with the size, and nothing with the square of it.
static void test_large(void) {
  sy_str text = SY_STR_INIT;
  for (int i = 0; i < 50000; i++)
    sy_str_addf(&text, "target_%d:\n  aspects: [gpu, fp16]\n  sub-group-sizes: [8, 16]\n", i);
  CHECK(read_yaml(sy_str_c(&text)));
  CHECK(sy_target_has(get("target_49999"), 5));
  sy_str_clear(&text);
  sy_str_add(&text, "a: {aspects: [");
  for (int i = 0; i < 100000; i++)
    sy_str_add(&text, "fp16, ");
  sy_str_add(&text, "]}\n");
  CHECK(read_yaml(sy_str_c(&text)));
  CHECK_EQ(get("a")->aspects.n, 1);
  sy_str_clear(&text);
  for (int i = 0; i < 1000000; i++)
    sy_str_addc(&text, '[');
  CHECK(!read_yaml(sy_str_c(&text)));
  sy_str_clear(&text);
  for (int i = 0; i < 1000000; i++)
    sy_str_addc(&text, 'k');
  sy_str_add(&text, ": {}\n");
  CHECK(!read_yaml(sy_str_c(&text)));
  CHECK(diag.text.n < 1000);
  sy_str_free(&text);
}

static void test_files(void) {
  sy_diag d = {0};
  CHECK(!sy_devices_read_file(&all, "/no/such.yaml", &d));
  CHECK_HAS(sy_str_c(&d.text), "cannot read '/no/such.yaml'");
  sy_diag_free(&d);
  CHECK(!sy_devices_read_yaml(&all, sy_view_c("a: 5"), "t.yaml", NULL)); // nobody listens
  CHECK(sy_devices_read_yaml(&all, sy_view_c("a: {}"), "t.yaml", NULL));
}

// What is written is read back as the same targets, whatever stands in their texts.
static void test_written(void) {
  sy_str text = SY_STR_INIT, before = SY_STR_INIT, after = SY_STR_INIT;
  CHECK(read_yaml("intel_gpu_skl: {aspects: [gpu, fp16], max-work-group-size: 7}\n"
                  "mine: {aspects: [6], may_support_other_aspects: true, sub-group-sizes: [8, 16], "
                  "aot-toolchain: 'a\"b\\c',\n"
                  "       aot-toolchain-options: '-x ''y'' \303\244', aot-toolchain-z: 4}\n"
                  "null: {aspects: []}\n"));
  sy_devices_write_changed(&all, &text);
  sy_devices_list_json(&all, &before);
  CHECK(read_yaml(sy_str_c(&text)));
  CHECK(diag.text.n == 0);
  sy_devices_list_json(&all, &after);
  CHECK_STR(sy_str_c(&after), sy_str_c(&before));
  CHECK_HAS(sy_str_c(&after), "-x 'y' \303\244 -z 4");
  sy_str_clear(&text);
  sy_devices_write_changed(&(sy_devices){0}, &text);
  CHECK(read_yaml(sy_str_c(&text)) && all.rows.n == 0);
  sy_str_free(&text);
  sy_str_free(&before);
  sy_str_free(&after);
}

int main(void) {
  RUN(test_new_target);
  RUN(test_update);
  RUN(test_detection);
  RUN(test_options);
  RUN(test_twice);
  RUN(test_nothing);
  RUN(test_mistakes);
  RUN(test_syntax);
  RUN(test_several);
  RUN(test_large);
  RUN(test_files);
  RUN(test_written);
  sy_devices_free(&all);
  sy_diag_free(&diag);
  return check_summary();
}
