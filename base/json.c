// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotes, backslashes and control characters are escaped; all else is copied.
#include "base/json.h"

// How many bytes at s are one character of UTF-8; 0: they are none.
static size_t character_length(const unsigned char *s) {
  size_t n = *s < 0x80                 ? 1
             : *s >= 0xc2 && *s < 0xe0 ? 2
             : (*s & 0xf0) == 0xe0     ? 3
             : *s >= 0xf0 && *s < 0xf5 ? 4
                                       : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
  bool no_character = (*s == 0xed && s[1] >= 0xa0) || (*s == 0xf4 && s[1] >= 0x90);
  return overlong || no_character ? 0 : n;
}

static void add_byte(sy_str *out, unsigned char c) {
  if (c == '"' || c == '\\')
    sy_str_addf(out, "\\%c", c);
  else if (c < ' ' || c == 0x7f)
    sy_str_addf(out, "\\u%04x", c);
  else
    sy_str_addc(out, (char)c);
}

void sy_json_string(sy_str *out, const char *s) {
  if (!s) {
    sy_str_add(out, "null");
    return;
  }
  sy_str_addc(out, '"');
  for (; *s; s++)
    add_byte(out, (unsigned char)*s);
  sy_str_addc(out, '"');
}

void sy_json_text(sy_str *out, const char *s) {
  sy_str valid = SY_STR_INIT;
  for (const unsigned char *c = (const unsigned char *)s; c && *c;) {
    size_t n = character_length(c);
    n ? sy_str_addn(&valid, c, n) : sy_str_add(&valid, "\xef\xbf\xbd");
    c += n ? n : 1;
  }
  sy_json_string(out, s ? sy_str_c(&valid) : NULL);
  sy_str_free(&valid);
}

void sy_json_member(sy_str *out, const char *name, const char *value) {
  sy_json_string(out, name);
  sy_str_add(out, ": ");
  sy_json_string(out, value);
}

void sy_json_strings(sy_str *out, const char *const *strings, size_t n) {
  sy_str_addc(out, '[');
  for (size_t i = 0; i < n; i++) {
    sy_str_add(out, i ? ", " : "");
    sy_json_string(out, strings[i]);
  }
  sy_str_addc(out, ']');
}
