// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of the runtime's own.
#include "runtime/thread.h"

#include "runtime/error.h"

#include "base/count.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

enum { STACK_BYTES = 8 << 20 };
static const int own_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

// glibc puts thread-local variables onto the stack, and a program has as many bytes of them as its kernels
// have variables in local memory. How many they are is a number that it tells no header.
static size_t stack_bytes(const pthread_attr_t *attr) {
  size_t (*least)(const pthread_attr_t *) =
      (size_t (*)(const pthread_attr_t *))dlsym(RTLD_DEFAULT, "__pthread_get_minstack");
  return STACK_BYTES + (least ? least(attr) : 0);
}

sycc_status sy_thread_create(void *(*fn)(void *), void *arg, pthread_t *out) {
  pthread_t thread;
  pthread_attr_t attr;
  sigset_t all, old;
  sigfillset(&all); // the program's threads handle signals, except for what a thread brings upon itself
  for (size_t i = 0; i < SY_COUNT(own_faults); i++)
    sigdelset(&all, own_faults[i]);
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, stack_bytes(&attr));
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int error = pthread_create(&thread, &attr, fn, arg);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attr);
  if (error)
    return sy_error_set(SYCC_runtime, "cannot start a thread: %s%s", strerror(error),
                        error == EAGAIN ? "; 'ulimit -u' is how many processes and threads a user may have"
                                        : "");
  if (out)
    *out = thread;
  return SYCC_success;
}

void sy_thread_nap(pthread_mutex_t *held) {
  struct timespec nap = {.tv_nsec = 50000};
  pthread_mutex_unlock(held);
  nanosleep(&nap, NULL);
  pthread_mutex_lock(held);
}
