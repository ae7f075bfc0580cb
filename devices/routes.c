// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "devices/routes.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct route {
  const char *codegen, *toolchain, *format;
} routes[] = {
#define ROUTE(codegen, toolchain, format) {codegen, toolchain, format},
#include "devices/routes.def"
#undef ROUTE
};
enum { ROUTES = sizeof routes / sizeof *routes };

static bool is_named(const char *toolchain) {
  for (size_t i = 0; i < ROUTES; i++)
    if (!strcmp(routes[i].toolchain, toolchain))
      return true;
  return false;
}

const char *sy_route_format(const char *codegen, const char *toolchain) {
  const char *wanted = is_named(toolchain) ? toolchain : "*";
  for (size_t i = 0; i < ROUTES; i++)
    if (!strcmp(routes[i].codegen, codegen) && !strcmp(routes[i].toolchain, wanted))
      return routes[i].format;
  return NULL;
}
