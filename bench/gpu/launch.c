// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What starting an empty kernel costs with the driver's functions: beside it stands launch.cpp.
#include "runtime/backends/cuda/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char ptx[] = ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry empty() { ret; }\n";

static void must(sy_cu_result r) {
  if (!r)
    return;
  printf("CUDA: %s\n", sy_cu_text(r));
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static sy_cu_function function;
static sy_cu_stream stream;

static void launch(void) {
  must(sy_cu.launch(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
}

static double per_launch(int launches, bool wait) {
  double start = now();
  for (int k = 0; k < launches; k++) {
    launch();
    if (wait)
      must(sy_cu.stream_synchronize(stream));
  }
  must(sy_cu.stream_synchronize(stream));
  return (now() - start) / launches;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The median of some rounds. wait: after each launch; otherwise after all.
static void measure(const char *name, int launches, bool wait) {
  enum { ROUNDS = 21 };
  double ns[ROUNDS];
  per_launch(launches, wait);
  for (int i = 0; i < ROUNDS; i++)
    ns[i] = per_launch(launches, wait);
  qsort(ns, ROUNDS, sizeof *ns, compare);
  printf("%s %.0f ns\n", name, ns[ROUNDS / 2]);
}

int main(void) {
  const char *why = sy_cu_open();
  sy_cu_device d;
  sy_cu_context c;
  sy_cu_module m;
  if (why) {
    printf("%s\n", why);
    return 1;
  }
  must(sy_cu.device_get(&d, 0));
  must(sy_cu.context_retain(&c, d));
  must(sy_cu.context_set(c));
  must(sy_cu.module_load(&m, ptx, 0, NULL, NULL));
  must(sy_cu.module_function(&function, m, "empty"));
  must(sy_cu.stream_create(&stream, SY_CU_STREAM_NON_BLOCKING));
  measure("launch-many", 2000, false);
  measure("launch-in-order", 2000, false);
  measure("launch-and-wait", 500, true);
  return 0;
}
