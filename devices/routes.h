// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How code for a target comes about: the table in routes.def.
#ifndef SY_DEVICES_ROUTES_H
#define SY_DEVICES_ROUTES_H

// The format of the images that a code generator and a toolchain ("": none) make together; null: there is no such way.
const char *sy_route_format(const char *codegen, const char *toolchain);

#endif
