// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks of host_classes.cpp, which is compiled without sycc.
#pragma once
int host_classes(); // how many checks failed
