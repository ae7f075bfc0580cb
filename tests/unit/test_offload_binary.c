// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/offload_binary.
#include "formats/offload_binary.h"

#include "formats/le.h"
#include "tests/unit/check.h"
#include "tests/unit/offload_write.h"

// What llvm-offload-binary 22 writes for
//   --image=file=a.bc,triple=spirv64-unknown-unknown,arch=generic,kind=sycl   with "hello" in a.bc
static const char from_llvm[] = "\x10\xff\x10\xad\x01\0\0\0\xa0\0\0\0\0\0\0\0"
                                "\x20\0\0\0\0\0\0\0\x28\0\0\0\0\0\0\0"
                                "\x02\0\x08\0\0\0\0\0\x48\0\0\0\0\0\0\0"
                                "\x02\0\0\0\0\0\0\0\x98\0\0\0\0\0\0\0"
                                "\x05\0\0\0\0\0\0\0\x81\0\0\0\0\0\0\0"
                                "\x8d\0\0\0\0\0\0\0\x86\0\0\0\0\0\0\0"
                                "\x69\0\0\0\0\0\0\0\0spirv64"
                                "-unknown-unknown"
                                "\0arch\0triple\0gen"
                                "eric\0\0\0\0hello\0\0"; // and the NUL of the literal
enum { LLVM_SIZE = sizeof from_llvm };

static sy_arena arena;

static void check_hello(const sy_offload_image *i) {
  CHECK_EQ(i->content, SY_CONTENT_BITCODE);
  CHECK_EQ(i->kind, SY_OFFLOAD_SYCL);
  CHECK_EQ(i->flags, 0);
  CHECK_EQ(i->n_strings, 2);
  CHECK_STR(sy_offload_get(i, "triple"), "spirv64-unknown-unknown");
  CHECK_STR(sy_offload_get(i, "arch"), "generic");
  CHECK_STR(sy_offload_get(i, "none"), NULL);
  CHECK_MEM(i->bytes.s, i->bytes.n, "hello", 5);
}

static void test_from_llvm(void) {
  sy_offload_images images = {0};
  CHECK_EQ(LLVM_SIZE, 0xa0);
  CHECK(sy_offload_is((sy_view){from_llvm, LLVM_SIZE}));
  CHECK(sy_offload_read((sy_view){from_llvm, LLVM_SIZE}, "f", &arena, &images, NULL));
  CHECK_EQ(images.n, 1);
  check_hello(&images.data[0]);
  sy_vec_free(&images);
}

// Images of every length, written one after the other, with and without padding between them.
static void test_round_trip(void) {
  sy_str bytes = SY_STR_INIT;
  const sy_offload_string strings[] = {{"triple", "nvptx64"}, {"arch", ""}, {"arch", "sm_90"}, {"", "x"}};
  enum { N = 20 };
  for (size_t i = 0; i < N; i++) {
    sy_offload_image image = {(uint16_t)i, 8, 0xdeadbeef, strings, i % 5, {"01234567890123456789", i}};
    write_offload_binary(&image, &bytes);
    CHECK_EQ(bytes.n % 8, 0);
    sy_str_addn(&bytes, (const char[16]){0}, i % 3 * 8);
  }
  sy_offload_images images = {0};
  CHECK(sy_offload_read(sy_view_of(&bytes), "f", &arena, &images, NULL));
  CHECK_EQ(images.n, N);
  for (size_t i = 0; i < images.n; i++) {
    const sy_offload_image *image = &images.data[i];
    CHECK_EQ(image->content, i);
    CHECK_EQ(image->flags, 0xdeadbeef);
    CHECK_MEM(image->bytes.s, image->bytes.n, "01234567890123456789", i);
    CHECK_EQ(image->n_strings, i % 5);
    for (size_t s = 0; s < image->n_strings; s++)
      CHECK(strcmp(image->strings[s].key, strings[s].key) == 0 &&
            strcmp(image->strings[s].value, strings[s].value) == 0);
  }
  CHECK_STR(sy_offload_get(&images.data[4], "arch"), "sm_90"); // the last one counts
  sy_vec_free(&images);
  sy_str_free(&bytes);
}

static void bad(sy_view bytes, const char *diagnostic) {
  sy_offload_images images = {0};
  sy_diag d = {0};
  CHECK(!sy_offload_read(bytes, "f.o", &arena, &images, &d));
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_vec_free(&images);
  sy_diag_free(&d);
}

// The good binary with one number changed.
static void spoiled(size_t at, unsigned bytes, uint64_t value, const char *diagnostic) {
  char copy[LLVM_SIZE];
  memcpy(copy, from_llvm, LLVM_SIZE);
  for (unsigned i = 0; i < bytes; i++)
    copy[at + i] = (char)(value >> (8 * i));
  bad((sy_view){copy, LLVM_SIZE}, diagnostic);
}

static void test_errors(void) {
  const char *none =
      "f.o: error: offload binary at offset 0: there is none (the first bytes are not 10 FF 10 AD)\n";
  bad(sy_view_c("hello"), none);
  spoiled(3, 1, 0xac, none);
  spoiled(4, 4, 2, "f.o: error: offload binary at offset 0: unknown version 2, this is made for 1\n");
  spoiled(8, 8, 71, "f.o: error: offload binary at offset 0: its size is too small\n");
  spoiled(8, 8, 0xa8, "f.o: error: offload binary at offset 0: truncated\n");
  spoiled(8, 8, UINT64_MAX, "f.o: error: offload binary at offset 0: truncated\n");
  const char *entry = "f.o: error: offload binary at offset 0: its entry is out of bounds\n";
  spoiled(16, 8, UINT64_MAX - 8, entry);
  spoiled(24, 8, 39, entry);
  spoiled(24, 8, 0x100, entry);
  const char *table = "f.o: error: offload binary at offset 0: the table of strings is out of bounds\n";
  spoiled(0x28, 8, 0x98, table);
  spoiled(0x30, 8, 6, table);
  spoiled(0x30, 8, 1ull << 60, "f.o: error: offload binary at offset 0: too many strings\n"); // times 16 is 0
  const char *image = "f.o: error: offload binary at offset 0: its image is out of bounds\n";
  spoiled(0x38, 8, 0xa1, image);
  spoiled(0x40, 8, 9, image);
  spoiled(0x48, 8, 0xa0, "f.o: error: offload binary at offset 0: a string is out of bounds\n");
}

// Every truncation is an error, and none reads past the end (ASan watches the exact copy).
static void test_truncated(void) {
  for (size_t n = 1; n < LLVM_SIZE; n++) {
    char *copy = sy_realloc(NULL, n);
    memcpy(copy, from_llvm, n);
    sy_offload_images images = {0};
    CHECK(!sy_offload_read((sy_view){copy, n}, "f", &arena, &images, NULL));
    sy_vec_free(&images);
    free(copy);
  }
}

static void test_second_is_bad(void) {
  sy_str bytes = SY_STR_INIT;
  sy_str_addn(&bytes, from_llvm, LLVM_SIZE);
  sy_str_addn(&bytes, "junk", 4);
  sy_offload_images images = {0};
  sy_diag d = {0};
  CHECK(!sy_offload_read(sy_view_of(&bytes), "f", &arena, &images, &d));
  CHECK_EQ(images.n, 1);
  CHECK_HAS(sy_str_c(&d.text), "offload binary at offset 160: there is none");
  sy_vec_free(&images);
  sy_str_free(&bytes);
  sy_diag_free(&d);
}

int main(void) {
  RUN(test_from_llvm);
  RUN(test_round_trip);
  RUN(test_errors);
  RUN(test_truncated);
  RUN(test_second_is_bad);
  sy_arena_free(&arena);
  return check_summary();
}
