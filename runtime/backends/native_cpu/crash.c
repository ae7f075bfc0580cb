// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signals that a kernel can raise by a mistake: a handler writes the kernel's name to stderr and puts the
// default action back; the instruction then fails again, and the process ends as it would have, with a core
// at the right place. Signals that the program, a sanitizer or a language run-time handles itself are left to
// them.
#include "runtime/backends/native_cpu/crash.h"

#include "base/count.h"
#include "runtime/guarded.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STACK_BYTES = 64 * 1024, MOST_NAME = 400 };

static const struct {
  int number;
  const char *text;
  bool has_address;
} signals[] = {
    {SIGSEGV, "memory that it may not touch (segmentation fault)", true},
    {SIGBUS, "memory that is not there (bus error)", true},
    {SIGFPE, "an integer division by zero, or an overflow of one", false},
    {SIGILL, "an instruction that this CPU does not have, or a trap", false},
};
enum { SIGNALS = SY_COUNT(signals) };

_Thread_local const char *volatile sy_crash_kernel;

static char *cpu_crash_append(char *at, const char *end, const char *text) {
  while (*text && at < end)
    *at++ = *text++;
  return at;
}

static char *append_hex(char *at, char *end, uintptr_t n) {
  at = cpu_crash_append(at, end, " at address 0x");
  int shift = 8 * (int)sizeof n - 4;
  while (shift && !(n >> shift))
    shift -= 4;
  for (; shift >= 0 && at < end; shift -= 4)
    *at++ = "0123456789abcdef"[n >> shift & 15];
  return at;
}

static char *append_number(char *at, const char *end, size_t n) {
  char digits[24], *first = digits + sizeof digits - 1;
  *first = 0;
  do
    *--first = (char)('0' + n % 10);
  while (n /= 10);
  return cpu_crash_append(at, end, first);
}

static void write_line(char *line, char *at) {
  *at++ = '\n';
  ssize_t n = write(STDERR_FILENO, line, (size_t)(at - line));
  (void)n;
}

// With SYCC_CHECK it is known what lies there.
static void explain(const void *address) {
  char line[512], *at = line, *end = line + sizeof line - 1;
  sy_guarded_place place;
  if (!sy_guarded_find(address, &place))
    return;
  bool behind = (ptrdiff_t)place.offset >= (ptrdiff_t)place.bytes, before = (ptrdiff_t)place.offset < 0;
  at = cpu_crash_append(at, end, "sycc: note: the address is ");
  at = append_number(at, end, behind ? place.offset - place.bytes : before ? -place.offset : place.offset);
  at = cpu_crash_append(at, end, behind ? " bytes behind " : before ? " bytes before " : " bytes into ");
  at = cpu_crash_append(at, end, place.what);
  at = append_number(cpu_crash_append(at, end, " of "), end, place.bytes);
  at = cpu_crash_append(at, end, place.freed ? " bytes, which was freed" : " bytes");
  write_line(line, at);
}

// Nothing but what a signal handler may call.
static void cpu_crash_report(unsigned which, const siginfo_t *info) {
  char line[1024], *at = line, *end = line + sizeof line - 1;
  const char *const parts[] = {"sycc: error: kernel '", sy_crash_kernel,
                               "' crashed on the native CPU: ", signals[which].text};
  for (unsigned i = 0; i < SY_COUNT(parts); i++)
    at = cpu_crash_append(at, i == 1 ? at + MOST_NAME : end, parts[i]);
  if (signals[which].has_address)
    at = append_hex(at, end, (uintptr_t)info->si_addr);
  write_line(line, at);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  unsigned which = 0;
  while (signals[which].number != number)
    which++;
  if (sy_crash_kernel)
    cpu_crash_report(which, info);
  if (signals[which].has_address)
    explain(info->si_addr);
  signal(number, SIG_DFL);
  if (info->si_code <= 0) // it was sent: it does not come again by itself
    raise(number);
}

static void watch(void) {
  struct sigaction ours = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK}, old;
  for (unsigned i = 0; i < SIGNALS; i++)
    if (!sigaction(signals[i].number, NULL, &old) && !(old.sa_flags & SA_SIGINFO) &&
        old.sa_handler == SIG_DFL)
      sigaction(signals[i].number, &ours, NULL);
}

void sy_crash_watch(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch);
}

static pthread_key_t stack_key; // its value: this thread's stack for signals
static bool has_stack_key;

static void free_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE}, now;
  if (!sigaltstack(NULL, &now) && now.ss_sp == stack)
    sigaltstack(&none, NULL);
  free(stack);
}

static void make_stack_key(void) {
  has_stack_key = !pthread_key_create(&stack_key, free_stack);
}

static void give_stack(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  stack_t now;
  pthread_once(&once, make_stack_key);
  if (!has_stack_key || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE))
    return;
  stack_t stack = {.ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES};
  if (stack.ss_sp && !pthread_setspecific(stack_key, stack.ss_sp))
    sigaltstack(&stack, NULL);
  else
    free(stack.ss_sp);
}

void sy_crash_stack(void) {
  static _Thread_local bool asked;
  if (asked)
    return;
  asked = true;
  give_stack();
}
