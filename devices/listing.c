// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets as a page for people and as JSON: sycc --list-targets.
//
//   intel_gpu_rpl_s
//     aspects           gpu fp16 atomic64 ...
//     sub-group sizes   8 16 32
//     toolchain         ocloc -device adl-s
//
// The words of the JSON are those of the device configuration file, where it has them.
#include "devices/devices.h"

static void add_words(sy_str *out, const DynamicTableStrings *words) {
  for (size_t i = 0; i < words->n; i++)
    sy_str_addf(out, " %s", words->data[i]);
}

static void add_text(const sy_target *t, sy_str *out) {
  sy_str_addf(out, "%s\n", t->TargetName);
  if (t->aliases.n) {
    sy_str_add(out, "  aliases          ");
    add_words(out, &t->aliases);
    sy_str_addc(out, '\n');
  }
  sy_str_add(out, "  aspects          ");
  add_words(out, &t->aspects);
  sy_str_addf(out, "%s\n", !t->maySupportOtherAspects ? "" : t->aspects.n ? ", perhaps others" : " not known");
  sy_str_add(out, "  sub-group sizes  ");
  for (size_t i = 0; i < t->subGroupSizes.n; i++)
    sy_str_addf(out, " %d", t->subGroupSizes.data[i]);
  sy_str_add(out, t->subGroupSizes.n ? "\n" : " not known\n");
  if (t->maxWorkGroupSize)
    sy_str_addf(out, "  work-group size   up to %d\n", t->maxWorkGroupSize);
  if (*t->aotToolchain)
    sy_str_addf(out, "  toolchain         %s%s%s\n", t->aotToolchain, *t->aotToolchainOptions ? " " : "",
                t->aotToolchainOptions);
}

void sy_devices_list(const sy_devices *all, sy_str *out) {
  const sy_target *t;
  for (size_t i = 0; (t = sy_devices_next(all, &i));)
    add_text(t, out);
}

static void add_json_string(sy_str *out, const char *s) {
  sy_str_addc(out, '"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\')
      sy_str_addf(out, "\\%c", c);
    else if (c < 0x20)
      sy_str_addf(out, "\\u%04x", c);
    else
      sy_str_addc(out, (char)c);
  }
  sy_str_addc(out, '"');
}

static void add_member(sy_str *out, const char *name, const char *value) {
  sy_str_addf(out, ", \"%s\": ", name);
  add_json_string(out, value);
}

static void add_strings(sy_str *out, const char *name, const DynamicTableStrings *list) {
  sy_str_addf(out, ", \"%s\": [", name);
  for (size_t i = 0; i < list->n; i++) {
    sy_str_add(out, i ? ", " : "");
    add_json_string(out, list->data[i]);
  }
  sy_str_addc(out, ']');
}

static void add_json(const sy_target *t, sy_str *out) {
  sy_str_add(out, "  {\"name\": ");
  add_json_string(out, t->TargetName);
  add_strings(out, "aliases", &t->aliases);
  add_strings(out, "aspects", &t->aspects);
  sy_str_addf(out, ", \"may_support_other_aspects\": %s", t->maySupportOtherAspects ? "true" : "false");
  sy_str_add(out, ", \"sub-group-sizes\": [");
  for (size_t i = 0; i < t->subGroupSizes.n; i++)
    sy_str_addf(out, "%s%d", i ? ", " : "", t->subGroupSizes.data[i]);
  sy_str_add(out, "]");
  if (t->maxWorkGroupSize)
    sy_str_addf(out, ", \"max-work-group-size\": %d", t->maxWorkGroupSize);
  if (t->archAspect != SY_NO_ARCH)
    sy_str_addf(out, ", \"architecture\": %d", t->archAspect);
  add_member(out, "aot-toolchain", t->aotToolchain);
  add_member(out, "aot-toolchain-options", t->aotToolchainOptions);
  add_member(out, "codegen", t->codegen);
  add_member(out, "cpu", t->cpu);
  sy_str_addc(out, '}');
}

void sy_devices_list_json(const sy_devices *all, sy_str *out) {
  const sy_target *t;
  const char *separator = "[\n";
  for (size_t i = 0; (t = sy_devices_next(all, &i)); separator = ",\n") {
    sy_str_add(out, separator);
    add_json(t, out);
  }
  sy_str_add(out, "\n]\n");
}
