// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
int host_classes(); // how many checks failed
