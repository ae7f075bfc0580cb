// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device configuration files: what was accepted leaves rows that are whole, and every target can still be
// found.
#include "devices/yaml_overlay.h"
#include "tests/fuzz/fuzz.h"

#include <dlfcn.h>

static void check(const sy_devices *all, const sy_target *t) {
  fuzz_require(t->TargetName && *t->TargetName, "a target has a name");
  fuzz_require(sy_devices_find(all, t->TargetName) == t, "a target is found by its name");
  fuzz_require(t->aspects.n == t->aspectNumbers.n, "an aspect has a name and a number");
  for (size_t i = 0; i < t->aspects.n; i++)
    fuzz_require(sy_aspect_find(t->aspects.data[i])->Number == t->aspectNumbers.data[i], "aspects are known");
  fuzz_require(t->aotToolchain && t->aotToolchainOptions && t->family && t->cpu, "strings are there");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  static void *loaded; // keeps the library from being loaded for every input
  if (!loaded)
    loaded = dlopen("libyaml-0.so.2", RTLD_NOW);
  sy_devices all = {0};
  sy_diag d = {0};
  sy_str list = SY_STR_INIT;
  bool ok = sy_devices_read_yaml(&all, (sy_view){(const char *)data, n}, "input", &d);
  fuzz_require(d.errors <= 21, "it stops at some time"); // one more when what follows is no YAML
  fuzz_diag(ok, &d);
  for (size_t i = 0; i < all.rows.n; i++)
    check(&all, all.rows.data[i]);
  if (ok && all.rows.n)
    sy_devices_list_json(&all, &list);
  fuzz_require(strlen(sy_str_c(&list)) == list.n, "no NUL in a listing");
  sy_str_free(&list);
  sy_devices_free(&all);
  return 0;
}
