// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of passes: their order, conditions, failures, and what the verifier finds after which of them.
#include "passes/common/pass_list.h"
#include "tests/unit/check.h"

#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "define void @f() {\n  call void @g()\n  ret void\n}\ndeclare void @g()\n";

static char order[16]; // a letter for each pass that ran

static void note(char letter) {
  order[strlen(order)] = letter;
}
static void note_a(LLVMModuleRef m) {
  note('a');
}
static void note_b(LLVMModuleRef m, LLVMTargetMachineRef tm) {
  note('b');
}
static bool note_state(const sy_pass_job *job) {
  return note(*(const char *)job->state), true;
}
static bool fail(LLVMModuleRef m, sy_diag *d) {
  return sy_error(d, SY_NOWHERE, "no");
}
static bool is_x(const void *state) {
  return *(const char *)state == 'x';
}
static bool is_y(const void *state) {
  return *(const char *)state == 'y';
}

// A block without its end.
static void break_module(LLVMModuleRef m) {
  LLVMValueRef f = LLVMGetNamedFunction(m, "f");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(f)));
}

static bool run(const sy_pass *list, size_t n, sy_diag *d) {
  static char state[] = "x";
  memset(order, 0, sizeof order);
  LLVMContextRef c = sy_context_new(d);
  LLVMMemoryBufferRef code = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "test");
  LLVMModuleRef m;
  bool ok = !LLVMParseIRInContext(c, code, &m, NULL) &&
            sy_passes_run(list, n, &(sy_pass_job){.m = m, .state = state, .d = d});
  LLVMDisposeModule(m);
  LLVMContextDispose(c);
  return ok;
}

static void test_order(void) {
  static const sy_pass list[] = {
      {"first", .change = note_a},
      {"left out", .change = note_a, .when = is_y},
      {"second", .change_for = note_b, .when = is_x},
      {"LLVM's", .llvm = "globaldce"},
      {"third", .with_state = note_state},
  };
  sy_diag d = {0};
  CHECK(run(list, SY_COUNT(list), &d));
  CHECK(!strcmp(order, "abx"));
  CHECK(d.errors == 0);
  sy_diag_free(&d);
}

static void test_failure(void) {
  static const sy_pass list[] = {
      {"first", .change = note_a}, {"fails", .lower = fail}, {"not run", .change = note_a}};
  sy_diag d = {0};
  CHECK(!run(list, SY_COUNT(list), &d));
  CHECK(!strcmp(order, "a"));
  CHECK(strstr(sy_str_c(&d.text), "error: no"));
  sy_diag_free(&d);
}

static void test_verifier(void) {
  static const sy_pass list[] = {
      {"good", .change = note_a}, {"bad", .change = break_module}, {"next", .change = note_a}};
  sy_diag d = {0};
  setenv("SYCC_VERIFY_PASSES", "1", 1);
  CHECK(!run(list, SY_COUNT(list), &d));
  CHECK(!strcmp(order, "a"));
  CHECK(strstr(sy_str_c(&d.text), "after the pass 'bad': error: the module is not valid in 'f'"));
  sy_diag_free(&d);
  unsetenv("SYCC_VERIFY_PASSES");
  d = (sy_diag){0};
  CHECK(run(list, SY_COUNT(list), &d));
  CHECK(!strcmp(order, "aa"));
  sy_diag_free(&d);
}

int main(void) {
  RUN(test_order);
  RUN(test_failure);
  RUN(test_verifier);
  return check_summary();
}
