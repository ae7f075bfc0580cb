// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings of the passes, in clang's diagnostics. clang knows only its own groups, so -Wsycl-... are handled
// here, with clang's rules: -w silences all, -Werror makes errors of all, later options win.
#ifndef SY_FRONTEND_WARNINGS_H
#define SY_FRONTEND_WARNINGS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

extern "C" {
#include "passes/propagate_aspects.h"
}

namespace sycc {

class Warnings {
public:
  // "no-sycl-device-has", "error=sycl-device-has", "sycl-device-has", ...: what stands behind -W. False if it
  // is unknown.
  bool take(llvm::StringRef Option);

  void report(clang::DiagnosticsEngine &D, clang::SourceManager &SM, sy_aspect_warning Group, sy_where At,
              llvm::StringRef Text) const;

private:
  static constexpr unsigned Groups = 2;
  struct {
    bool Shown = true;
    std::optional<bool> Error;
  } Levels[Groups];
};

} // namespace sycc
#endif
