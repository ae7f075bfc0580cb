// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lists of device-lib/*.def as tables of names. A function is one of the C library if clang knows it as a
// built-in of that library, or if a system header declares it extern "C".
#include "frontend/device_library.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace {

const llvm::StringSet<> &names() {
  static const llvm::StringSet<> All{
#define F1(fn) #fn, #fn "f",
#define F2(fn) F1(fn)
#define N2(fn) F1(fn)
#define F3(fn) F1(fn)
#include "device-lib/math.def"
#define S(fn) #fn,
#define M(fn) #fn, #fn "f",
#define C(fn) M(fn)
#define N(fn) #fn,
#include "device-lib/c_library.def"
#undef S
#undef M
#undef C
#undef N
      "__assert_fail",
      "abort",
      "printf",
      "alloca", // the last is clang's own, for private memory
  };
  return All;
}

const llvm::StringSet<> &failures() {
  static const llvm::StringSet<> All{
#define THROW(function, parameters, exception, text) #function,
#include "device-lib/failures.def"
#undef THROW
      "__glibcxx_assert_fail",
      "terminate",
  };
  return All;
}

// Of most __builtin_ forms clang makes instructions, or calls of functions that devices have; of these calls
// of others.
StringRef callOfBuiltin(const FunctionDecl *F) {
  static const llvm::StringSet<> Calls{"malloc",  "calloc",   "realloc", "free",      "fprintf",  "fscanf",
                                       "scanf",   "snprintf", "sprintf", "sscanf",    "vfprintf", "vfscanf",
                                       "vprintf", "vscanf",   "vsscanf", "vsnprintf", "vsprintf"};
  StringRef Name = F->getName();
  return Name.consume_front("__builtin_") && Calls.contains(Name) ? Name : "";
}

} // namespace

StringRef sycc::nameInCLibrary(const ASTContext &C, const FunctionDecl *F) {
  if (!F->getIdentifier())
    return "";
  if (unsigned ID = F->getBuiltinID()) {
    if (C.BuiltinInfo.isPredefinedLibFunction(ID))
      return F->isExternC() ? F->getName() : "";
    return callOfBuiltin(F);
  }
  if (!C.getSourceManager().isInSystemHeader(F->getLocation()))
    return "";
  if (const auto *Label = F->getAttr<AsmLabelAttr>()) // C++'s overloads of strchr and its like
    return Label->getLabel();
  return F->isExternC() ? F->getName() : "";
}

bool sycc::isInDeviceLibrary(StringRef Name) {
  return names().contains(Name);
}

bool sycc::isFailure(const FunctionDecl *F) {
  return F->isInStdNamespace() && F->getIdentifier() && failures().contains(F->getName());
}

void sycc::endInsteadOfThrow(CXXThrowExpr *E) {
  *E->child_begin() = nullptr;
}

void sycc::dropHandlers(Stmt *Parent) {
  for (Stmt *&Child : Parent->children())
    if (auto *Try = dyn_cast_or_null<CXXTryStmt>(Child))
      Child = Try->getTryBlock();
}
