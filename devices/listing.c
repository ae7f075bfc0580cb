// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets as a page for people and as JSON: sycc --list-targets. Those that a device configuration file
// changed, as such a file, which gives a tool the same targets without the mistakes of the user's file.
//
//   intel_gpu_rpl_s
//     aspects           gpu fp16 atomic64 ...
//     sub-group sizes   8 16 32
//     toolchain         ocloc -device adl-s
//
// The words of the JSON are those of the device configuration file, where it has them.
#include "base/json.h"
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
  sy_str_addf(out, "%s\n",
              !t->maySupportOtherAspects ? ""
              : t->aspects.n             ? ", perhaps others"
                                         : " not known");
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

static void add_member(sy_str *out, const char *name, const char *value) {
  sy_str_add(out, ", ");
  sy_json_member(out, name, value);
}

// What a device configuration file can say of devices, after an opening brace or another member.
static void add_devices(const sy_target *t, sy_str *out) {
  sy_str_add(out, "\"aspects\": ");
  sy_json_strings(out, t->aspects.data, t->aspects.n);
  sy_str_addf(out, ", \"may_support_other_aspects\": %s", t->maySupportOtherAspects ? "true" : "false");
  sy_str_add(out, ", \"sub-group-sizes\": [");
  for (size_t i = 0; i < t->subGroupSizes.n; i++)
    sy_str_addf(out, "%s%d", i ? ", " : "", t->subGroupSizes.data[i]);
  sy_str_add(out, "]");
  if (t->maxWorkGroupSize)
    sy_str_addf(out, ", \"max-work-group-size\": %d", t->maxWorkGroupSize);
}

// The same of the toolchain, after another member.
static void add_toolchain(const sy_target *t, sy_str *out) {
  add_member(out, "aot-toolchain", t->aotToolchain);
  add_member(out, "aot-toolchain-options", t->aotToolchainOptions);
}

static void add_json(const sy_target *t, sy_str *out) {
  sy_str_add(out, "  {");
  sy_json_member(out, "name", t->TargetName);
  sy_str_add(out, ", \"aliases\": ");
  sy_json_strings(out, t->aliases.data, t->aliases.n);
  sy_str_add(out, ", ");
  add_devices(t, out);
  if (t->archAspect != SY_NO_ARCH)
    sy_str_addf(out, ", \"architecture\": %d", t->archAspect);
  add_toolchain(t, out);
  add_member(out, "codegen", t->family->name);
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

// JSON is YAML too.
void sy_devices_write_changed(const sy_devices *all, sy_str *out) {
  sy_str_addc(out, '{');
  for (size_t i = 0; i < all->rows.n; i++) {
    const sy_target *t = all->rows.data[i];
    sy_str_add(out, i ? ",\n" : "\n");
    sy_json_string(out, t->TargetName);
    sy_str_add(out, ": {");
    add_devices(t, out);
    add_toolchain(t, out);
    sy_str_addc(out, '}');
  }
  sy_str_add(out, "\n}\n");
}
