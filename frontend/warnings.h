// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycc's own warnings, in clang's diagnostics. clang knows only its own groups, so -Wsycl-... are handled
// here, with clang's rules: -w silences all, -Werror makes errors of all, later options win.
#ifndef SY_FRONTEND_WARNINGS_H
#define SY_FRONTEND_WARNINGS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"

extern "C" {
#include "passes/analysis/propagate_aspects.h"
}

namespace sycc {

// Places that go through the module by file, line and column, and come back in its warnings. What #line or a
// preprocessed source names is no file that was read, so it can't be looked for there.
class Places {
public:
  void add(const clang::SourceManager &SM, clang::SourceLocation Where);
  // The name of a function, whose place has no column.
  void addFunction(const clang::SourceManager &SM, clang::SourceLocation Where);
  // Invalid where the place is neither one of these nor in a file that was read.
  clang::SourceLocation find(clang::SourceManager &SM, sy_where At) const;

private:
  llvm::StringMap<clang::SourceLocation> Known;
};

enum WarningGroup {
  WarnDeviceHas = SY_WARN_DEVICE_HAS,
  WarnFixedTargets = SY_WARN_FIXED_TARGETS,
  WarnAttributes, // on what they mean nothing for
  WarningGroups
};

class Warnings {
public:
  // "no-sycl-device-has", "error=sycl-device-has", "sycl-device-has", ...: what stands behind -W. False if it
  // is unknown.
  bool take(llvm::StringRef Option);

  void report(clang::DiagnosticsEngine &D, WarningGroup Group, clang::SourceLocation At,
              llvm::StringRef Text) const;

private:
  struct {
    bool Shown = true;
    std::optional<bool> Error;
  } Levels[WarningGroups];
};

} // namespace sycc
#endif
