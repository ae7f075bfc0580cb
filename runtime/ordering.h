// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime orders by atomics of its own, told to the thread sanitizer of the program: it sees locks
// of libraries that are built without it, but not their atomics. Without the sanitizer these are a test each.
#ifndef SY_RUNTIME_ORDERING_H
#define SY_RUNTIME_ORDERING_H

__attribute__((weak)) void __tsan_release(void *address);
__attribute__((weak)) void __tsan_acquire(void *address);

// What this thread has done comes before what a thread does that observes the object later.
static inline void sy_order_publish(void *object) {
  if (__tsan_release)
    __tsan_release(object);
}

static inline void sy_order_observe(void *object) {
  if (__tsan_acquire)
    __tsan_acquire(object);
}

#endif
