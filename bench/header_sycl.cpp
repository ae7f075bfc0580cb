// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing but the SYCL header: what including it costs.
#include <sycl/sycl.hpp>
