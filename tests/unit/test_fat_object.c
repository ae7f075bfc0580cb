// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/fat_object, on files made by clang, ld, ar, llvm-ar, llvm-objcopy and
// llvm-offload-binary, and the other way round: what we write, llvm-offload-binary reads.
#include "formats/fat_object.h"

#include "base/file.h"
#include "base/proc.h"
#include "tests/unit/check.h"
#include "tests/unit/offload_write.h"

static sy_arena arena;
static const char *dir;

static const char *in(const char *name) {
  return sy_path_join(dir, name, &arena);
}

static void put(const char *name, const char *text) {
  CHECK(sy_file_write(in(name), text, strlen(text), NULL));
}

// Runs a command line, words separated by blanks, in the folder. "@" in front of a program: that of LLVM.
static void sh(const char *line) {
  sy_strs argv = {0};
  sy_view rest = sy_view_c(line), word;
  while (sy_view_split(&rest, ' ', &word))
    sy_strs_add(&argv, sy_arena_strndup(&arena, word.s, word.n));
  if (argv.data[0][0] == '@')
    argv.data[0] = sy_path_join(SY_LLVM_BIN, argv.data[0] + 1, &arena);
  sy_strs_add(&argv, NULL);
  sy_proc_options o = {.capture = true, .timeout_s = 60, .cwd = dir};
  sy_proc_result r;
  sy_proc_run(argv.data, &o, &r);
  if (r.status)
    printf("%s\n%s", line, sy_str_c(&r.out));
  CHECK_EQ(r.status, 0);
  sy_str_free(&r.out);
  sy_vec_free(&argv);
}

// The images of a file as "origin:triple/arch=bytes;", the folder left out of origins.
static void images(const char *name, const char *expected) {
  sy_fat_images found = {0};
  sy_diag d = {0};
  sy_str got = SY_STR_INIT;
  CHECK(sy_fat_read(in(name), &arena, &found, &d));
  for (size_t i = 0; i < found.n; i++) {
    const sy_offload_image *image = &found.data[i].image;
    const char *origin = found.data[i].origin;
    sy_str_addf(&got, "%s:%s/%s=", origin + (sy_starts(origin, dir) ? strlen(dir) + 1 : 0),
                sy_offload_get(image, "triple"), sy_offload_get(image, "arch"));
    sy_str_addn(&got, image->bytes.s, image->bytes.n);
    sy_str_addc(&got, ';');
    CHECK_EQ(image->kind, SY_OFFLOAD_SYCL);
  }
  CHECK_STR(sy_str_c(&got), expected);
  CHECK_STR(sy_str_c(&d.text), "");
  sy_str_free(&got);
  sy_vec_free(&found);
  sy_diag_free(&d);
}

#define A ":spirv64/generic=image A;"
#define B ":nvptx64/sm_90=image B!;"

static void make_objects(void) {
  put("a.bc", "image A");
  put("b.bc", "image B!");
  put("a.c", "int a(void) { return 1; }\n");
  put("b.c", "int b(void) { return 2; }\n");
  sh("@llvm-offload-binary -o a.pk --image=file=a.bc,triple=spirv64,arch=generic,kind=sycl");
  sh("@llvm-offload-binary -o ab.pk --image=file=a.bc,triple=spirv64,arch=generic,kind=sycl "
     "--image=file=b.bc,triple=nvptx64,arch=sm_90,kind=sycl");
  sh("@clang -c a.c -o a.o -Xclang -fembed-offload-object=a.pk");
  sh("@clang -c b.c -o b.o -Xclang -fembed-offload-object=ab.pk");
  sh("@clang -c a.c -o plain.o");
  sh("mkdir sub");
  sh("cp b.o sub/a_member_with_a_long_name.o");
}

static void test_objects(void) {
  images("a.pk", "a.pk" A);
  images("ab.pk", "ab.pk" A "ab.pk" B);
  images("a.o", "a.o" A);
  images("b.o", "b.o" A "b.o" B);
  images("plain.o", "");
  images("a.c", "");
  sh("@llvm-objcopy --add-section .llvm.offloading=ab.pk --set-section-flags "
     ".llvm.offloading=exclude,readonly plain.o "
     "added.o");
  images("added.o", "added.o" A "added.o" B);
}

static void test_linked(void) {
  sh("ld -r a.o b.o plain.o -o all.o --allow-multiple-definition");
  images("all.o", "all.o" A "all.o" A "all.o" B);
  sh("@ld.lld -r b.o a.o -o lld.o");
  images("lld.o", "lld.o" A "lld.o" B "lld.o" A);
  sh("@clang -shared a.o b.o -o lib.so"); // the section is excluded from what is linked
  images("lib.so", "");
}

#define LONG "a_member_with_a_long_name.o"

static void test_archives(void) {
  sh("ar rcs gnu.a a.o plain.o sub/" LONG);
  images("gnu.a", "gnu.a(a.o)" A "gnu.a(" LONG ")" A "gnu.a(" LONG ")" B);
  sh("@llvm-ar --format=bsd rcs bsd.a a.o sub/" LONG);
  images("bsd.a", "bsd.a(a.o)" A "bsd.a(" LONG ")" A "bsd.a(" LONG ")" B);
  sh("@llvm-ar --format=darwin rcs darwin.a a.o");
  images("darwin.a", "darwin.a(a.o)" A);
  sh("ar rcsT thin.a a.o sub/" LONG);
  images("thin.a", "thin.a(a.o)" A "thin.a(sub/" LONG ")" A "thin.a(sub/" LONG ")" B);
  sh("ar rcsT nested.a gnu.a");
  images("nested.a", "nested.a(gnu.a)" A "nested.a(gnu.a)" A "nested.a(gnu.a)" B);
}

static void fails(const char *name, const char *part) {
  sy_fat_images found = {0};
  sy_diag d = {0};
  CHECK(!sy_fat_read(in(name), &arena, &found, &d));
  CHECK_HAS(sy_str_c(&d.text), part);
  sy_vec_free(&found);
  sy_diag_free(&d);
}

static void test_errors(void) {
  fails("none.o", "none.o': No such file or directory");
  sh("rm sub/" LONG);
  fails("thin.a", "note: it is needed by the thin archive member");
  sh("truncate -s 1000 gnu.a");
  fails("gnu.a", "gnu.a: error: archive member at offset");
  fails("nested.a", "gnu.a: error: archive member at offset");
  sh("truncate -s 200 a.o");
  fails("a.o", "a.o: error: the section headers are out of bounds");
}

static void test_read_by_llvm(void) {
  const sy_offload_string strings[] = {{"triple", "spir64_gen"}, {"arch", "pvc"}, {"compile-opts", "-O2 -g"}};
  sy_offload_image one = {SY_CONTENT_SPIRV, SY_OFFLOAD_SYCL, 0, strings, 3, sy_view_c("ours one")};
  sy_offload_image two = {SY_CONTENT_BITCODE, SY_OFFLOAD_SYCL, 0, strings, 2, sy_view_c("ours two!")};
  sy_str bytes = SY_STR_INIT, back = SY_STR_INIT;
  write_offload_binary(&one, &bytes);
  CHECK(sy_file_write(in("ours.pk"), bytes.s, bytes.n, NULL));
  sh("@llvm-offload-binary ours.pk --image=file=back.spv,triple=spir64_gen,arch=pvc,kind=sycl");
  CHECK(sy_file_read(in("back.spv"), &back, NULL));
  CHECK_STR(sy_str_c(&back), "ours one");
  write_offload_binary(&two, &bytes);
  CHECK(sy_file_write(in("ours.pk"), bytes.s, bytes.n, NULL));
  sh("@clang -c a.c -o ours.o -Xclang -fembed-offload-object=ours.pk");
  images("ours.o", "ours.o:spir64_gen/pvc=ours one;ours.o:spir64_gen/pvc=ours two!;");
  sy_str_free(&bytes);
  sy_str_free(&back);
}

int main(void) {
  dir = sy_temp_dir("sy-test-fat", &arena, NULL);
  RUN(make_objects);
  RUN(test_objects);
  RUN(test_linked);
  RUN(test_archives);
  RUN(test_read_by_llvm);
  RUN(test_errors);
  sy_temp_dir_remove(dir);
  sy_arena_free(&arena);
  return check_summary();
}
