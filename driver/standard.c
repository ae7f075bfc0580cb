// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language standard of compilations.
#include <string.h>

#include "driver/plan.h"

// "c++20" of "-std=c++20", or null.
static const char *standard_of(const char *option) {
  const char *s = sy_starts(option, "--") ? option + 1 : option;
  return sy_starts(s, "-std=") ? s + strlen("-std=") : NULL;
}

static bool is_cxx(const sy_command_item *input) {
  return input->kind == SY_KIND_SYCL || input->kind == SY_KIND_HEADER;
}

// Whether a language standard is for the other sources on the command line and not for this one.
bool sy_is_for_others(const sy_plan *p, const sy_command_item *option, const sy_plan_unit *u) {
  const char *standard = standard_of(option->words[0]);
  bool cxx = standard && strstr(standard, "++");
  if (!standard || cxx == is_cxx(u->item))
    return false;
  for (size_t i = 0; i < p->c->items.n; i++)
    if (p->c->items.data[i].is_input && p->c->items.data[i].kind != SY_KIND_LINK &&
        is_cxx(&p->c->items.data[i]) == cxx)
      return true;
  return false;
}

// The C++ standard that the user asks for, of all compilations or of another host compiler's alone; null:
// none.
static const char *given_standard(const sy_command_line *c, bool *host_only) {
  const char *found = NULL;
  *host_only = false;
  for (size_t i = 0; i < c->items.n; i++) {
    const char *s = c->items.data[i].is_input ? NULL : standard_of(c->items.data[i].words[0]);
    found = s && strstr(s, "++") ? c->items.data[i].words[0] : found;
  }
  for (size_t i = 0; i < c->host_options.n && c->host_compiler; i++)
    if (standard_of(c->host_options.data[i])) {
      found = c->host_options.data[i];
      *host_only = true;
    }
  return found;
}

// Host and device must read the headers in one standard. Compilers have different defaults; ours is clang
// 22's.
void sy_plan_add_standard(sy_plan *p, size_t job, bool device) {
  bool host_only;
  const char *given = p->c->host_compiler ? given_standard(p->c, &host_only) : NULL;
  if (!p->c->host_compiler)
    return;
  if (!given && !device)
    sy_plan_add(p, job, "-std=gnu++17");
  if (given && host_only && device)
    sy_plan_add(p, job, given);
}
