// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing but standard headers that a program of some size includes anyway.
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>
