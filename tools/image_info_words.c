// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words for what is in images, the same in all forms.
#include "tools/image_info.h"

#include "base/count.h"
#include "formats/image_file.h"
#include "formats/symbol_list.h"
#include "passes/common/module.h"

#include <stdlib.h>
#include <string.h>

const char *sy_info_readable(const info_command *c, const char *symbol) {
  char *name = sy_readable_symbol(symbol, true);
  const char *kept = sy_arena_strdup(c->a, name);
  free(name);
  return kept;
}

const char *sy_info_aspect(const info_command *c, uint32_t number) {
  const sy_aspect *a = sy_aspect_get(number);
  return a ? a->Name : sy_arena_printf(c->a, "%u", number);
}

const char *sy_info_architecture(const info_command *c, uint32_t aspect) {
  const sy_target *t = sy_target_of_arch(aspect);
  return t ? t->TargetName : sy_info_aspect(c, aspect);
}

const char *sy_info_origin(const info_command *c, const info_image *i, uint32_t aspect) {
  sy_view text;
  return sy_props_get_bytes(&i->props, SY_ORIGINS, sy_arena_printf(c->a, "%u", aspect), &text)
             ? sy_arena_strndup(c->a, text.s, text.n)
             : NULL;
}

bool sy_info_is_explained(const char *set) {
  static const char *const sets[] = {SY_REQUIREMENTS, SY_ORIGINS,  SY_REJECTED,    SY_DEVICE_IF,
                                     SY_EXPORTED,     SY_IMPORTED, SY_IMPORT_NAMES};
  for (size_t i = 0; i < SY_COUNT(sets); i++)
    if (!strcmp(set, sets[i]))
      return true;
  return false;
}

sy_view sy_info_rejection(const info_image *i) {
  sy_view why = {0};
  sy_props_get_bytes(&i->props, SY_REJECTED, SY_REJECTED_WHY, &why);
  return why;
}

void sy_info_add_hex(sy_str *out, sy_view bytes) {
  for (size_t i = 0; i < bytes.n; i++)
    sy_str_addf(out, "%02x", (unsigned char)bytes.s[i]);
}

const char *sy_info_bytes_kind(sy_view code) {
  static const struct {
    const char *magic, *kind;
  } kinds[] = {{"BC\xc0\xde", "LLVM bitcode"},
               {"\x03\x02\x23\x07", "SPIR-V"},
               {"\x7f"
                "ELF",
                "native code"}};
  for (size_t i = 0; i < SY_COUNT(kinds); i++)
    if (sy_view_starts(code, kinds[i].magic))
      return kinds[i].kind;
  return code.n ? "code of another kind" : "no code";
}

const char *sy_info_module_kind(const sy_offload_image *i) {
  return i->content == SY_CONTENT_BITCODE ? "LLVM bitcode" : sy_info_bytes_kind(i->bytes);
}

void sy_info_add_case(const info_command *c, const sy_u32s *one, sy_str *out) {
  for (size_t k = 0; k < one->n; k++)
    sy_str_addf(out, "%s%s %s", k ? ", " : "", one->data[k] & SY_LACKS ? "without" : "with",
                sy_info_aspect(c, one->data[k] & ~SY_LACKS));
}

void sy_info_add_property(const sy_prop *p, sy_str *out) {
  if (p->type == SY_PROP_UINT32)
    sy_str_addf(out, "%u", p->u32);
  else
    sy_info_add_hex(out, p->bytes);
}
