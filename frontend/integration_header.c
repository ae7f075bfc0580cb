// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integration header: what the host compilation of the same source includes first, so that the SYCL
// headers can tell the runtime how each kernel of this translation unit is called.
//
//   constexpr sycc_kernel_param params_0[] = {{0, 0, 40}, {2, 0, 32}};
//   constexpr sycc_kernel_member members_0[] = {{"a", 0, 32, 811}, {"n", 32, 4, 46}, {nullptr, 0, 0, 0}};
//   constexpr sycc_kernel_info kernels[] = {
//       {"_ZTS4Name", "_ZTS4Name", "Name", 40, 8, 2, params_0, 2, members_0}, ...
//
// It is plain C++17 for any compiler. Kernels are sorted by their stable name: the headers search it.
#include "frontend/unit.h"

#include <stdlib.h>
#include <string.h>

static int by_stable_name(const void *a, const void *b) {
  const sy_unit_kernel *x = a, *y = b;
  return strcmp(x->stable_name, y->stable_name);
}

static void add_params(sy_str *out, size_t index, const sy_unit_kernel *k) {
  sy_str_addf(out, "constexpr sycc_kernel_param params_%zu[] = {", index);
  for (size_t i = 0; i < k->params.n; i++) {
    const sycc_kernel_param *p = &k->params.data[i].info;
    sy_str_addf(out, "%s{%u, %u, %u}", i ? ", " : "", p->kind, p->offset, p->size);
  }
  sy_str_add(out, "};\n");
}

static void add_members(sy_str *out, size_t index, const sy_unit_kernel *k) {
  sy_str_addf(out, "constexpr sycc_kernel_member members_%zu[] = {", index);
  for (size_t i = 0; i < k->members.n; i++) {
    const sycc_kernel_member *m = &k->members.data[i];
    sy_str_addc(out, '{');
    sy_str_add_literal(out, m->name);
    sy_str_addf(out, ", %u, %u, %u}, ", m->offset, m->size, m->layout);
  }
  sy_str_add(out, "{nullptr, 0, 0, 0}};\n");
}

static void add_kernel(sy_str *out, size_t index, const sy_unit_kernel *k) {
  sy_str_add(out, "  {");
  const char *names[] = {k->stable_name, k->symbol, k->readable};
  for (size_t i = 0; i < 3; i++) {
    sy_str_add_literal(out, names[i]);
    sy_str_add(out, ", ");
  }
  sy_str_addf(out, "%u, %u, %zu, params_%zu, %zu, members_%zu},\n", k->closure_size, k->closure_align,
              k->params.n, index, k->members.n, index);
}

void sy_integration_header(sy_unit *u, sy_str *out) {
  qsort(u->kernels.data, u->kernels.n, sizeof *u->kernels.data, by_stable_name);
  sy_str_add(out, "// Written by the sycc device compiler.\n"
                  "#pragma GCC system_header\n"
                  "#ifdef SYCC_PLAIN\n"
                  "#error <sycl/sycl.hpp> comes from a precompiled header, which knows no kernels: leave it "
                  "out of that header\n"
                  "#endif\n"
                  "#define __SYCC_INTEGRATION_HEADER__ 1\n"
                  "#include <sycc/kernel_info.h>\n");
  sy_local_globals_write(u, out);
  sy_str_add(out, "namespace {\nnamespace sycc_integration {\n");
  for (size_t i = 0; i < u->kernels.n; i++) {
    add_params(out, i, &u->kernels.data[i]);
    add_members(out, i, &u->kernels.data[i]);
  }
  sy_str_add(out, "constexpr sycc_kernel_info kernels[] = {\n");
  for (size_t i = 0; i < u->kernels.n; i++)
    add_kernel(out, i, &u->kernels.data[i]);
  sy_str_addf(out,
              "  {nullptr, nullptr, nullptr, 0, 0, 0, nullptr, 0, nullptr}};\n"
              "inline const sycc_kernel_info *kernels_here() { return kernels; }\n"
              "inline unsigned kernel_count_here() { return %zu; }\n"
              "inline const char *unit_here() { return \"%s\"; }\n} // namespace sycc_integration\n"
              "} // namespace\n",
              u->kernels.n, u->suffix ? u->suffix : "");
}
