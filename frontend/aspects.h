// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which optional features each device function uses by itself, callees apart.
#ifndef SY_FRONTEND_ASPECTS_H
#define SY_FRONTEND_ASPECTS_H

#include "frontend/attribute_reader.h"
#include "frontend/device_code.h"

namespace sycc {

// Writes what is known about the reached functions, and about the declarations they call, into Unit, and what
// warnings may point at into Places.
void describeFunctions(clang::ASTContext &C, AttributeReader &Attributes, const DeviceCode &Code,
                       sy_unit *Unit, Places &Places);

} // namespace sycc
#endif
