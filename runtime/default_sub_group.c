// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the variable once.
#include "runtime/default_sub_group.h"

#include "devices/families.h"
#include "runtime/environment.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint32_t size;

static void read_size(void) {
  const char *text = sy_environment(SY_DEFAULT_SUB_GROUP);
  char *end;
  if (!text || !*text)
    return;
  unsigned long n = strtoul(text, &end, 10);
  if (*end || !n || n > UINT16_MAX)
    fprintf(stderr, "sycc: warning: " SY_DEFAULT_SUB_GROUP ": '%s' is not a size\n", text);
  else
    size = (uint32_t)n;
}

uint32_t sy_default_sub_group(const char *target) {
  pthread_once(&once, read_size);
  const sy_family *f = target ? sy_family_find(target) : NULL;
  return f && f->kind == SY_FAMILY_SPIRV ? size : 0;
}
