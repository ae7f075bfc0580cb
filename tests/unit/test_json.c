// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings of JSON: what is escaped, and what happens to bytes that are not UTF-8.
#include "base/count.h"
#include "base/json.h"
#include "tests/unit/check.h"

static void test_string(void) {
  static const struct {
    const char *s, *json;
  } strings[] = {
      {NULL, "null"},
      {"", "\"\""},
      {"a\"b\\c/d", "\"a\\\"b\\\\c/d\""},
      {"\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\""},
      {"\xc3\xa4 \xff", "\"\xc3\xa4 \xff\""},
  };
  for (size_t i = 0; i < SY_COUNT(strings); i++) {
    sy_str out = SY_STR_INIT;
    sy_json_string(&out, strings[i].s);
    CHECK_STR(sy_str_c(&out), strings[i].json);
    sy_str_free(&out);
  }
}

static void test_text(void) {
  static const struct {
    const char *s, *json;
  } texts[] = {
      {NULL, "null"},
      {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""},
      {"a\xff", "\"a\xef\xbf\xbd\""},
      {"\xc3", "\"\xef\xbf\xbd\""},                                 // ends too early
      {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                 // '/' in more bytes than it has
      {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, // half of a pair of UTF-16
  };
  for (size_t i = 0; i < SY_COUNT(texts); i++) {
    sy_str out = SY_STR_INIT;
    sy_json_text(&out, texts[i].s);
    CHECK_STR(sy_str_c(&out), texts[i].json);
    sy_str_free(&out);
  }
}

static void test_members(void) {
  static const char *const strings[] = {"a", "\""};
  sy_str out = SY_STR_INIT;
  sy_json_member(&out, "name", NULL);
  sy_json_member(&out, "n\"", "v");
  sy_json_strings(&out, strings, SY_COUNT(strings));
  sy_json_strings(&out, NULL, 0);
  CHECK_STR(sy_str_c(&out), "\"name\": null\"n\\\"\": \"v\"[\"a\", \"\\\"\"][]");
  sy_str_free(&out);
}

int main(void) {
  RUN(test_string);
  RUN(test_text);
  RUN(test_members);
  return check_summary();
}
