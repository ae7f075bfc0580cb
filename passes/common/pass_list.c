// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over the list. The verifier runs in it when tests ask for it: a pass that breaks the module is
// then the one that is named, and not the pass that stumbles over it later.
#include "passes/common/pass_list.h"

#include "base/str.h"

#include <stdlib.h>

static bool run_pass(const sy_pass *p, const sy_pass_job *job) {
  if (p->llvm)
    return sy_module_run(job->m, job->tm, p->llvm, job->d);
  if (p->with_state)
    return p->with_state(job);
  if (p->lower_for)
    return p->lower_for(job->m, job->tm, job->d);
  if (p->lower)
    return p->lower(job->m, job->d);
  if (p->change_for)
    p->change_for(job->m, job->tm);
  else
    p->change(job->m);
  return true;
}

static bool verify_after(const sy_pass *p, const sy_pass_job *job) {
  sy_str what = SY_STR_INIT;
  sy_str_addf(&what, "after the pass '%s'", p->name);
  bool ok = sy_module_verify(job->m, sy_str_c(&what), job->d);
  sy_str_free(&what);
  return ok;
}

bool sy_passes_run(const sy_pass *list, size_t n, const sy_pass_job *job) {
  bool verify = getenv("SYCC_VERIFY_PASSES") != NULL;
  for (size_t i = 0; i < n; i++) {
    const sy_pass *p = &list[i];
    if (p->when && !p->when(job->state))
      continue;
    if (!run_pass(p, job) || (verify && !verify_after(p, job)))
      return false;
  }
  return true;
}
