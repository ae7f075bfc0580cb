// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clang plugin: one -fplugin= brings the token rewriter, the walk over the AST and, in the device
// compilation, the lowering as the first pass over the module.
//
//   -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=<file>
#include "frontend/device_code.h"
#include "frontend/kernel_checks.h"
#include "frontend/kernels.h"
#include "frontend/rewriter.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

extern "C" {
#include "base/file.h"
}

using namespace clang;

namespace {

using UnitPtr = std::shared_ptr<sy_unit>;

struct LowerPass : llvm::PassInfoMixin<LowerPass> {
  UnitPtr Unit;
  explicit LowerPass(UnitPtr Unit) : Unit(std::move(Unit)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return sy_lower_kernels(Unit.get(), llvm::wrap(&M)) ? llvm::PreservedAnalyses::none()
                                                       : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

class DeviceConsumer : public ASTConsumer {
public:
  DeviceConsumer(CompilerInstance &CI, UnitPtr Unit, std::string HeaderPath, std::string Macros)
      : CI(CI), Unit(std::move(Unit)), HeaderPath(std::move(HeaderPath)), Macros(std::move(Macros)) {
    sycc::holdBackNameConflicts(CI.getDiagnostics());
  }

  void HandleTranslationUnit(ASTContext &C) override {
    DiagnosticsEngine &D = C.getDiagnostics();
    if (D.hasErrorOccurred()) {
      sycc::reportNameConflicts(C);
      return;
    }
    std::vector<sycc::Root> Roots = sycc::findRoots(C, Macros, Unit.get());
    sycc::checkKernelNames(C);
    std::vector<sycc::Root> Good = sycc::checkClosures(CI.getSema(), Roots);
    sycc::checkCalls(C, Good, sycc::checkDeviceCode(C, Good));
    if (!D.hasErrorOccurred() && !HeaderPath.empty())
      writeHeader(D);
  }

private:
  CompilerInstance &CI;
  UnitPtr Unit;
  std::string HeaderPath, Macros;

  void writeHeader(DiagnosticsEngine &D) {
    sy_str Text = {};
    sy_diag Problem = {};
    sy_integration_header(Unit.get(), &Text);
    if (!sy_file_write(HeaderPath.c_str(), Text.s, Text.n, &Problem))
      D.Report(D.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << sy_str_c(&Problem.text);
    sy_str_free(&Text);
    sy_diag_free(&Problem);
  }
};

// -D and -U of the user. The driver's own macros differ between the targets of one source.
std::string userMacros(const PreprocessorOptions &Options) {
  std::string All;
  for (const auto &[Definition, Undefined] : Options.Macros)
    if (!StringRef(Definition).starts_with("__SYCL_"))
      All += (Undefined ? "-U" : "-D") + Definition + "\n";
  return All;
}

class FrontendAction : public PluginASTAction {
  std::string HeaderPath;

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    const LangOptions &LO = CI.getLangOpts();
    if (!LO.isSYCL())
      return std::make_unique<ASTConsumer>();
    sycc::installAttributeRewriter(CI.getPreprocessor(),
                                   LO.SYCLIsDevice ? sycc::Attributes::Annotate : sycc::Attributes::Drop);
    if (!LO.SYCLIsDevice)
      return std::make_unique<ASTConsumer>();
    UnitPtr Unit(sy_unit_new(), sy_unit_free);
    CI.getCodeGenOpts().PassBuilderCallbacks.push_back([Unit](llvm::PassBuilder &PB) {
      PB.registerPipelineStartEPCallback(
          [Unit](llvm::ModulePassManager &PM, llvm::OptimizationLevel) { PM.addPass(LowerPass(Unit)); });
    });
    return std::make_unique<DeviceConsumer>(CI, Unit, HeaderPath, userMacros(CI.getPreprocessorOpts()));
  }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Args) override {
    for (StringRef Arg : Args) {
      if (Arg.consume_front("integration-header=")) {
        HeaderPath = Arg.str();
        continue;
      }
      DiagnosticsEngine &D = CI.getDiagnostics();
      D.Report(D.getCustomDiagID(DiagnosticsEngine::Error, "unknown option '%0' of the sycc front end")) << Arg;
      return false;
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<FrontendAction> Registration("sycc-frontend", "SYCL device front end");

} // namespace
