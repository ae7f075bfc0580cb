// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plugin for -fpass-plugin= that makes invalid IR: before all passes in functions whose name contains "broken_first",
// after them in those with "broken_last".
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

struct Break : PassInfoMixin<Break> {
  StringRef Mark;
  explicit Break(StringRef Mark) : Mark(Mark) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (Function &F : M)
      if (F.getName().contains(Mark) && !F.isDeclaration())
        F.getEntryBlock().getTerminator()->eraseFromParent();
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "break-module", "", [](PassBuilder &PB) {
            PB.registerPipelineStartEPCallback(
                [](ModulePassManager &PM, OptimizationLevel) { PM.addPass(Break("broken_first")); });
            PB.registerOptimizerLastEPCallback([](ModulePassManager &PM, OptimizationLevel, ThinOrFullLTOPhase) {
              PM.addPass(Break("broken_last"));
            });
          }};
}
