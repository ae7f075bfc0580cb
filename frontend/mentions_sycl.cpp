// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source that never mentions SYCL has no device code, so the device compilation need not parse it. Kernels,
// SYCL_EXTERNAL functions and device_globals come of attributes and classes whose names contain "sycl"; so a
// source has none if no identifier of its preprocessed text does, and no name of a file that it includes. To
// know that takes a run of the preprocessor, a small part of the time to parse. A SYCL source includes a SYCL
// header near its beginning, where the run ends.
//
//   #include <regex>         // no such word in it, nor in what it includes: compileNothing
//   int main() { ... }
#include "frontend/mentions_sycl.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace {

bool isMention(StringRef Name) {
  return Name.contains_insensitive("sycl");
}

struct Includes : PPCallbacks {
  bool &Found;
  explicit Includes(bool &Found) : Found(Found) {}
  void InclusionDirective(SourceLocation, const Token &, StringRef Name, bool, CharSourceRange,
                          OptionalFileEntryRef, StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    Found |= isMention(Name);
  }
};

class Scan : public PreprocessorFrontendAction {
public:
  bool Found = false;

private:
  // What a module has is not in the text.
  static bool isMention(const Token &T) {
    const IdentifierInfo *Name = T.isAnnotation() ? nullptr : T.getIdentifierInfo();
    return Name ? ::isMention(Name->getName())
                : T.isOneOf(tok::annot_module_include, tok::annot_module_begin);
  }
  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    Token T;
    PP.addPPCallbacks(std::make_unique<Includes>(Found));
    PP.EnterMainSourceFile();
    do {
      PP.Lex(T);
      Found |= isMention(T) || T.is(tok::kw_import);
    } while (!Found && T.isNot(tok::eof));
  }
};

// The same invocation, but silent and without results.
std::shared_ptr<CompilerInvocation> quiet(const CompilerInvocation &Of) {
  auto Copy = std::make_shared<CompilerInvocation>(Of);
  Copy->getDependencyOutputOpts() = DependencyOutputOptions();
  Copy->getDiagnosticOpts().ShowCarets = false;
  Copy->getDiagnosticOpts().VerifyDiagnostics = false;
  Copy->getHeaderSearchOpts().Verbose = false;
  Copy->getFrontendOpts().ShowStats = false;
  Copy->getFrontendOpts().DisableFree = false;
  return Copy;
}

bool isFile(const FrontendInputFile &Input) {
  return Input.isFile() && Input.getFile() != "-" && !Input.isPreprocessed();
}

} // namespace

bool sycc::mentionsSycl(CompilerInstance &CI) {
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  // -verify finds in the source what is to be reported.
  bool Verifies = CI.getDiagnosticOpts().VerifyDiagnostics;
  if (Inputs.size() != 1 || !isFile(Inputs[0]) || CI.getLangOpts().Modules || Verifies)
    return true;
  CompilerInstance Scanner(quiet(CI.getInvocation()));
  Scanner.setVirtualFileSystem(CI.getVirtualFileSystemPtr());
  Scanner.setFileManager(CI.getFileManagerPtr());
  Scanner.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  Scan Action;
  bool Ran = Scanner.ExecuteAction(Action);
  return !Ran || Action.Found || Scanner.getDiagnostics().hasErrorOccurred(); // which the compilation reports
}

void sycc::compileNothing(CompilerInstance &CI) {
  SourceManager &SM = CI.getSourceManager();
  if (OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID()))
    SM.overrideFileContents(*Main, llvm::MemoryBuffer::getMemBuffer(""));
  CI.getPreprocessor().setPredefines(""); // files of -include
}
