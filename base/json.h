// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings of JSON. The rest of it, brackets and commas, is plain text to the writers.
#ifndef SY_BASE_JSON_H
#define SY_BASE_JSON_H

#include "base/str.h"

// Appends a string with its quotes; null: the word null. Bytes that are not UTF-8 stay what they are, as
// names of files must.
void sy_json_string(sy_str *out, const char *s);
// The same for text: what is not UTF-8 becomes the character for that, U+FFFD.
void sy_json_text(sy_str *out, const char *s);
// Appends `"name": "value"`.
void sy_json_member(sy_str *out, const char *name, const char *value);
// Appends `["a", "b"]`.
void sy_json_strings(sy_str *out, const char *const *strings, size_t n);

#endif
