// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/property_set.
#include "formats/property_set.h"

#include "tests/unit/check.h"

#define REQS "SYCL/device requirements"

static void check_written(const sy_props *p, const char *expected) {
  sy_str s = SY_STR_INIT;
  CHECK(sy_props_write(p, &s, NULL));
  CHECK_STR(sy_str_c(&s), expected);
  sy_str_free(&s);
}

// One property of uint32s: the encoded form, and back.
static void encoding(const uint32_t *values, size_t n, const char *letters) {
  sy_props p = {0}, q = {0};
  sy_str text = SY_STR_INIT;
  sy_props_put_u32s(&p, REQS, "aspect", values, n);
  sy_str_addf(&text, "[%s]\naspect=2|%s\n", REQS, letters);
  check_written(&p, sy_str_c(&text));
  CHECK(sy_props_read(sy_view_of(&text), "t", &q, NULL));
  sy_view back = {0};
  CHECK(sy_props_get_bytes(&q, REQS, "aspect", &back));
  CHECK_MEM((void *)back.s, back.n, (void *)values, n * 4);
  sy_str_free(&text);
  sy_props_free(&p);
  sy_props_free(&q);
}

// The values DPC++ tools write.
static void test_known_encodings(void) {
  encoding((const uint32_t[]){6}, 1, "gAAAAAAAAAgBAAAA");
  encoding((const uint32_t[]){5, 6, 9}, 3, "gBAAAAAAAAQBAAAAGAAAAkAAAAA");
  encoding((const uint32_t[]){5, 6, 28}, 3, "gBAAAAAAAAQBAAAAGAAAAwBAAAA");
  encoding((const uint32_t[]){0}, 0, "AAAAAAAAAAA");
}

// Every letter, checked against an encoder in another language.
static void test_alphabet(void) {
  uint32_t values[65];
  for (uint32_t i = 0; i < 65; i++)
    values[i] = i * 0x9e3779b1u + 0x12345678u;
  encoding(values, 65,
           "ggAAAAAAAAAeWRjEpA9awqdSj60iDrN780jEL2utJlinwE4xPpKulBAJwPQsdeioidxXANRkW6NxK4Mf1RYBbYi/8k"
           "713R3VIG/q1nzajPp6krhMb6lUQzE2J6W/RFMDuuM+q+VRwkEE/e25BjznFKnsWPyIs4gwUXaRgV4H95vNZSLnnLB7"
           "6gJjjkdSGs1d6/nkVsa+JPLXzFgUN0OOw7rZw54bgfKLgo13KH90WkmgN50BzcchlSOQ9OUl6Sf4GRDLAefrj5Bqns"
           "JvZFq0apwGKk/uUG0ls5Qe10BiwOtzBgec/t3HQAT9W5a4u5ITSiexqPkY9jI9bTzJlWFbFb1zjO2BJtdA4KsEgC");
}

static void test_all_bytes(void) {
  unsigned char bytes[256];
  for (int i = 0; i < 256; i++)
    bytes[i] = (unsigned char)(i * 167 + 13);
  for (size_t n = 0; n <= 256; n++) {
    sy_props p = {0}, q = {0};
    sy_str text = SY_STR_INIT;
    sy_view back = {0};
    sy_props_put_bytes(&p, "s", "v", bytes, n);
    CHECK(sy_props_write(&p, &text, NULL) && sy_props_read(sy_view_of(&text), "t", &q, NULL));
    CHECK(sy_props_get_bytes(&q, "s", "v", &back));
    CHECK_MEM(back.s, back.n, bytes, n);
    sy_str_free(&text);
    sy_props_free(&p);
    sy_props_free(&q);
  }
}

// Bit vectors (SYCL/kernel param opt) need not be whole bytes.
static void test_bits(void) {
  sy_props p = {0}, q = {0};
  sy_str text = SY_STR_INIT;
  sy_props_put_bits(&p, "SYCL/kernel param opt", "k", "\x05", 3);
  CHECK(sy_props_write(&p, &text, NULL) && sy_props_read(sy_view_of(&text), "t", &q, NULL));
  const sy_prop *v = sy_prop_set_find(sy_props_find(&q, "SYCL/kernel param opt"), "k");
  CHECK(v && v->bits == 3 && v->bytes.n == 1 && v->bytes.s[0] == 5);
  sy_str_free(&text);
  sy_props_free(&p);
  sy_props_free(&q);
}

static void test_read(void) {
  sy_props p = {0};
  uint32_t v = 0;
  sy_view bytes;
  const char *text = "\n[A b/c]\nx y=1|0\nz=1|4294967295\n\n[Empty]\n[a]]\nq=2|AAAAAAAAAAA";
  CHECK(sy_props_read(sy_view_c(text), "t", &p, NULL));
  CHECK_EQ(p.sets.n, 3);
  CHECK_STR(p.sets.data[2]->name, "a]");
  CHECK(sy_props_get_u32(&p, "A b/c", "x y", &v) && v == 0);
  CHECK(sy_props_get_u32(&p, "A b/c", "z", &v) && v == UINT32_MAX);
  CHECK(!sy_props_get_u32(&p, "A b/c", "none", &v) && !sy_props_get_u32(&p, "none", "z", &v));
  CHECK(!sy_props_get_bytes(&p, "A b/c", "z", &bytes)); // of the other type
  CHECK(sy_props_get_bytes(&p, "a]", "q", &bytes) && bytes.n == 0);
  CHECK(!sy_prop_set_find(NULL, "x"));
  check_written(&p, "[A b/c]\nx y=1|0\nz=1|4294967295\n[Empty]\n[a]]\nq=2|AAAAAAAAAAA\n");
  sy_props_free(&p);
}

static void test_put(void) {
  sy_props p = {0};
  sy_props_add(&p, "empty");
  sy_props_put_u32(&p, "s", "a", 1);
  sy_props_put_u32(&p, "s", "b", 2);
  sy_props_put_bytes(&p, "s", "a", "xy", 2); // replaces, in its place
  check_written(&p, "[empty]\n[s]\na=2|QAAAAAAAAAAe5B\nb=1|2\n");
  sy_props_free(&p);
}

static void bad(const char *text, const char *diagnostic) {
  sy_props p = {0};
  sy_diag d = {0};
  CHECK(!sy_props_read(sy_view_c(text), "f.prop", &p, &d));
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_props_free(&p);
  sy_diag_free(&d);
}

static void test_errors(void) {
  bad("x=1|2\n", "f.prop:1:1: error: property outside of a category\n");
  bad("[s\n", "f.prop:1:3: error: category line does not end with ']'\n");
  bad("[s] \n", "f.prop:1:5: error: category line does not end with ']'\n");
  bad("[]\n", "f.prop:1:2: error: category without a name\n");
  bad("[s]\n[t]\n[s]\n", "f.prop:3:2: error: category 's' occurs twice\n");
  bad("[s]\na=1|1\n\na=1|1\n", "f.prop:4:1: error: property 'a' occurs twice in category 's'\n");
  bad("[s]\nabc\n",
      "f.prop:2:4: error: missing '=' in a property\nnote: a property is written name=type|value\n");
  bad("[s]\na|1=1\n",
      "f.prop:2:5: error: missing '|' in a property\nnote: a property is written name=type|value\n");
  bad("[s]\n=1|1\n", "f.prop:2:1: error: property without a name\n");
  bad("[s]\na=3|1\n",
      "f.prop:2:3: error: unknown property type '3'\nnote: types are 1 (uint32) and 2 (byte array)\n");
  const char *numbers[] = {"", "-1", "1 ", "4294967296", "0x1", "1\r"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char text[64], expected[200];
    snprintf(text, sizeof text, "[s]\na=1|%s\n", numbers[i]);
    snprintf(expected, sizeof expected,
             "f.prop:2:5: error: invalid value '%s'\nnote: a property of type 1 is a number from 0 to "
             "4294967295\n",
             numbers[i]);
    bad(text, expected);
  }
}

static void test_bad_bytes(void) {
  bad("[s]\na=2|\n", "f.prop:2:5: error: byte array is too short to hold its size\n");
  bad("[s]\na=2|AAAAAAAAAA\n", "f.prop:2:5: error: byte array is too short to hold its size\n");
  bad("[s]\na=2|AAAAAAAA=AA\n", "f.prop:2:13: error: invalid character in a byte array\n");
  bad("[s]\na=2|AAAAAAAAAAAB\n", "f.prop:2:5: error: byte array says it has 0 bits, but 1 bytes follow\n");
  bad("[s]\na=2|AAAAAAAAAAQ\n", "f.prop:2:15: error: byte array ends with stray bits\n");
  bad("[s]\na=2|AAAAAAAAAAAAA\n", "f.prop:2:17: error: byte array ends with a letter too many\n");
  bad("[s]\na=2|//////////P\n",
      "f.prop:2:5: error: byte array says it has 18446744073709551615 bits, but 0 bytes follow\n");
  sy_props p = {0};
  sy_diag d = {0};
  CHECK(!sy_props_read((sy_view){"[s]\na=\0|1", 9}, "f.prop", &p, &d));
  CHECK_STR(sy_str_c(&d.text), "f.prop:2:3: error: NUL byte in a text file\n");
  sy_props_free(&p);
  sy_diag_free(&d);
}

static void test_unwritable(void) {
  const char *names[] = {"", "a=b", "a\nb", "[a"};
  for (size_t i = 0; i < 4; i++) {
    sy_props p = {0};
    sy_str s = SY_STR_INIT;
    sy_diag d = {0};
    sy_props_put_u32(&p, "s", names[i], 1);
    CHECK(!sy_props_write(&p, &s, &d));
    CHECK_EQ(d.errors, 1);
    sy_props_free(&p);
    sy_str_free(&s);
    sy_diag_free(&d);
  }
}

int main(void) {
  RUN(test_known_encodings);
  RUN(test_alphabet);
  RUN(test_all_bytes);
  RUN(test_bits);
  RUN(test_read);
  RUN(test_put);
  RUN(test_errors);
  RUN(test_bad_bytes);
  RUN(test_unwritable);
  return check_summary();
}
