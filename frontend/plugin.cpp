// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clang plugin: one -fplugin= brings the token rewriter, the walk over the AST and, in the device
// compilation, the lowering as the first pass over the module.
//
//   -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=<file>
//                                             fixed-targets=<target>,...
//                                             device-config-file=<file>
//                                             default-sub-group-size=<number>|primary
//                                             warning=[no-][error=]sycl-<group>
#include "frontend/aspects.h"
#include "frontend/device_code.h"
#include "frontend/empty_module.h"
#include "frontend/host_layout.h"
#include "frontend/host_machine.h"
#include "frontend/host_tables.h"
#include "frontend/kernel_checks.h"
#include "frontend/kernels.h"
#include "frontend/members.h"
#include "frontend/mentions_sycl.h"
#include "frontend/rewriter.h"
#include "frontend/warnings.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm-c/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

#include "llvm/ADT/StringExtras.h"

extern "C" {
#include "base/file.h"
#include "devices/yaml_overlay.h"
#include "passes/analysis/device_markers.h"
#include "passes/common/module.h"
#include "passes/common/printf_arguments.h"
#include "passes/images/keep_device_code.h"
#include "passes/images/kernel_properties.h"
#include "passes/shim/shim.h"
#include "passes/spirv/properties.h"
}

using namespace clang;

namespace {

using UnitPtr = std::shared_ptr<sy_unit>;

// This is what the options of the plugin say, and what the steps share.
struct Options {
  std::string HeaderPath, DeviceConfig, SubGroupSize;
  std::vector<std::string> FixedTargets;
  sycc::Warnings Warnings;
  sycc::Places Places; // of the source
};

void report(DiagnosticsEngine &D, const sy_diag &Problem) {
  StringRef Text(sy_str_c(&Problem.text));
  Text.consume_front(Problem.errors ? "error: " : "warning: ");
  auto Level = Problem.errors ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning;
  if (!Text.empty())
    D.Report(D.getCustomDiagID(Level, "%0")) << Text.rtrim();
}

// Invalid IR ends passes and tools in ways that are hard to understand. So it is reported where it is made,
// and what is reported is not handed on. What says after which pass, or is null.
bool verify(LLVMModuleRef M, const char *What, DiagnosticsEngine &D) {
  sy_diag Problem = {};
  bool Ok = sy_module_verify(M, What, &Problem);
  if (!Ok) {
    report(D, Problem);
    D.Report(D.getCustomDiagID(DiagnosticsEngine::Note, "%0"))
        << "this is a fault of the compiler: please report it, with the source";
    sy_drop_device_code(M);
  }
  sy_diag_free(&Problem);
  return Ok;
}

struct DevicePass;

// One step of the lowering.
struct Step {
  const char *Name;
  void (*Run)(DevicePass &P, LLVMModuleRef M);
};

// These are our passes, which run before any other.
struct DevicePass : llvm::PassInfoMixin<DevicePass> {
  UnitPtr Unit;
  std::shared_ptr<Options> Given;
  CompilerInstance &CI;
  static const Step Steps[];
  DevicePass(UnitPtr Unit, std::shared_ptr<Options> Given, CompilerInstance &CI)
      : Unit(std::move(Unit)), Given(std::move(Given)), CI(CI) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

  // A module without code keeps none of the information about it.
  void keepDeviceCode(LLVMModuleRef M) {
    if (!sy_keep_device_code(M))
      LLVMStripModuleDebugInfo(M);
  }

  void setSubGroupSize(LLVMModuleRef M) {
    if (!Given->SubGroupSize.empty())
      sy_default_sub_group_size(M, Given->SubGroupSize.c_str());
  }

  static void warn(void *User, sy_aspect_warning Group, sy_where At, const char *Text) {
    auto *Self = static_cast<DevicePass *>(User);
    const Options &Given = *Self->Given;
    SourceLocation Where = Given.Places.find(Self->CI.getSourceManager(), At);
    auto [First, Rest] = StringRef(Text).split('\n');
    std::string Message = First.str();
    if (Where.isInvalid() && At.file)
      Message +=
          (llvm::Twine(" at ") + At.file + ":" + llvm::Twine(At.line) + ":" + llvm::Twine(At.col)).str();
    Given.Warnings.report(Self->CI.getDiagnostics(), sycc::WarningGroup(Group), Where,
                          Rest.empty() ? Message : Message + "\n" + Rest.str());
  }

  void applyKernelProperties(LLVMModuleRef M) {
    for (llvm::Function &F : *llvm::unwrap(M)) {
      sy_diag Problem = {};
      if (sy_is_kernel(llvm::wrap(&F)) && !sy_kernel_properties(llvm::wrap(&F), &Problem))
        report(Problem);
      sy_diag_free(&Problem);
    }
  }

  void applyParameterProperties(LLVMModuleRef M) {
    sy_diag Problem = {};
    if (!sy_parameter_properties(M, &Problem))
      report(Problem);
    sy_diag_free(&Problem);
  }

  void propagate(LLVMModuleRef M) {
    sy_devices Devices = {};
    sy_diag Problem = {};
    std::vector<const sy_target *> Targets;
    const std::string &File = Given->DeviceConfig;
    if (sy_devices_read_file(&Devices, File.empty() ? nullptr : File.c_str(), &Problem))
      for (const std::string &Name : Given->FixedTargets)
        if (const sy_target *T = sy_devices_need(&Devices, Name.c_str(), &Problem))
          Targets.push_back(T);
    std::string Folder = compilationFolder();
    sy_propagation How = {Targets.data(), Targets.size(), /*linked=*/false,  Folder.c_str(),
                          warn,           this,           /*of_source=*/true};
    sy_propagate_aspects(M, &How, &Problem);
    report(Problem);
    sy_diag_free(&Problem);
    sy_devices_free(&Devices);
  }

  // Returns the folder that debug information names.
  std::string compilationFolder() const {
    const std::string &Given = CI.getCodeGenOpts().DebugCompilationDir;
    if (!Given.empty())
      return Given;
    auto Here = CI.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory();
    return Here ? *Here : "";
  }

  void report(const sy_diag &Problem) { ::report(CI.getDiagnostics(), Problem); }
  static bool isRequired() { return true; }
};

// "flag of a file": modules are linked whose files differ in this flag.
const Step DevicePass::Steps[] = {
    {"metadata", [](DevicePass &P, LLVMModuleRef M) { sy_describe_module(P.Unit.get(), M); }},
    {"device code", [](DevicePass &P, LLVMModuleRef M) { P.keepDeviceCode(M); }},
    {"types of functions", [](DevicePass &, LLVMModuleRef M) { sy_move_function_types(M); }},
    {"annotations", [](DevicePass &, LLVMModuleRef M) { sy_take_annotations(M); }},
    {"properties of kernels", [](DevicePass &P, LLVMModuleRef M) { P.applyKernelProperties(M); }},
    {"default size of sub-groups", [](DevicePass &P, LLVMModuleRef M) { P.setSubGroupSize(M); }},
    {"scopes of atomic operations", [](DevicePass &, LLVMModuleRef M) { sy_atomic_scopes_take(M); }},
    {"flag of a file",
     [](DevicePass &, LLVMModuleRef M) { sy_llvm_drop_module_flag(M, "nvvm-reflect-ftz"); }},
    {"conditions of if_device_has", [](DevicePass &, LLVMModuleRef M) { sy_device_if_mark(M); }},
    {"arguments of printf", [](DevicePass &, LLVMModuleRef M) { sy_printf_keep_floats(M); }},
    {"aspects", [](DevicePass &P, LLVMModuleRef M) { P.propagate(M); }},
    {"failures", [](DevicePass &, LLVMModuleRef M) { sy_drop_failures(M); }},
    {"variadic functions", [](DevicePass &, LLVMModuleRef M) { sy_inline_variadic(M); }},
    {"kernels", [](DevicePass &P, LLVMModuleRef M) { sy_lower_kernels(P.Unit.get(), M); }},
    {"properties of parameters", [](DevicePass &P, LLVMModuleRef M) { P.applyParameterProperties(M); }},
    {"names of local globals",
     [](DevicePass &P, LLVMModuleRef M) { sy_publish_globals(&P.Unit->local_globals, P.Unit->suffix, M); }},
    {"names of local constants",
     [](DevicePass &P, LLVMModuleRef M) { sy_name_local_constants(P.Unit.get(), M); }},
    {"empty module", [](DevicePass &, LLVMModuleRef M) { sy_mark_empty_module(M); }},
};

// With SYCC_VERIFY_PASSES in the environment the verifier runs after each step (passes/common/pass_list.h),
// from the first one on after which the module is valid: host code, which clang need not have made valid,
// goes in the second step, and what LLVM takes for invalid of clang's types of functions
// (frontend/function_types.c) in the third.
static constexpr size_t FirstValid = 2;

llvm::PreservedAnalyses DevicePass::run(llvm::Module &Module, llvm::ModuleAnalysisManager &) {
  LLVMModuleRef M = llvm::wrap(&Module);
  bool VerifyEach = getenv("SYCC_VERIFY_PASSES") != nullptr;
  for (const Step &S : Steps) {
    S.Run(*this, M);
    if (VerifyEach && &S >= Steps + FirstValid &&
        !verify(M, (std::string("after the pass '") + S.Name + "'").c_str(), CI.getDiagnostics()))
      break;
  }
  verify(M, nullptr, CI.getDiagnostics());
  return llvm::PreservedAnalyses::none();
}

// This is the last pass, after which the module is written.
struct VerifyPass : llvm::PassInfoMixin<VerifyPass> {
  CompilerInstance &CI;
  explicit VerifyPass(CompilerInstance &CI) : CI(CI) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    verify(llvm::wrap(&M), nullptr, CI.getDiagnostics());
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

class DeviceConsumer : public SemaConsumer {
public:
  DeviceConsumer(CompilerInstance &CI, UnitPtr Unit, std::shared_ptr<Options> Given, std::string Macros)
      : CI(CI), Unit(std::move(Unit)), Given(std::move(Given)), Macros(std::move(Macros)) {
    sycc::holdBackNameConflicts(CI.getDiagnostics());
  }

  void InitializeSema(Sema &S) override { sycc::leaveOutHostTables(S); }

  // clang calls it before anything that uses the class is compiled.
  void HandleTagDeclDefinition(TagDecl *D) override {
    if (auto *R = dyn_cast<CXXRecordDecl>(D))
      sycc::annotateMembers(R);
  }

  void HandleTranslationUnit(ASTContext &C) override {
    DiagnosticsEngine &D = C.getDiagnostics();
    if (!sycc::reportArguments(C)) {
      sycc::reportNameConflicts(C);
      return;
    }
    sycc::AttributeReader Attributes(C, Given->Warnings);
    std::vector<sycc::Root> Roots = sycc::findRoots(C, Attributes, Macros, Unit.get());
    sycc::checkKernelNames(C);
    std::vector<sycc::Root> Good = sycc::checkClosures(CI.getSema(), Roots);
    sycc::DeviceCode Code = sycc::checkDeviceCode(C, Good);
    sycc::checkCalls(C, Good, Code.Reached);
    sycc::describeFunctions(C, Attributes, Code, Unit.get(), Given->Places);
    if (!D.hasErrorOccurred() && !Given->HeaderPath.empty())
      writeHeader(D);
  }

private:
  CompilerInstance &CI;
  UnitPtr Unit;
  std::shared_ptr<Options> Given;
  std::string Macros;

  void writeHeader(DiagnosticsEngine &D) {
    sy_str Text = {};
    sy_diag Problem = {};
    sy_integration_header(Unit.get(), &Text);
    if (!sy_file_write(Given->HeaderPath.c_str(), Text.s, Text.n, &Problem))
      D.Report(D.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << sy_str_c(&Problem.text);
    sy_str_free(&Text);
    sy_diag_free(&Problem);
  }
};

// It runs before any other pass: an optimisation might split or drop the variables.
struct HostPass : llvm::PassInfoMixin<HostPass> {
  UnitPtr Unit;
  explicit HostPass(UnitPtr Unit) : Unit(std::move(Unit)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    sy_publish_globals(&Unit->local_globals, Unit->suffix, llvm::wrap(&M));
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

class HostConsumer : public ASTConsumer {
public:
  HostConsumer(CompilerInstance &CI, UnitPtr Unit) : CI(CI), Unit(std::move(Unit)) {}

  void HandleTranslationUnit(ASTContext &C) override {
    sycc::checkHostLayout(C);
    Preprocessor &PP = CI.getPreprocessor();
    const MacroInfo *Globals = PP.getMacroInfo(PP.getIdentifierInfo(SY_LOCAL_GLOBALS));
    if (Globals && Globals->getNumTokens() == 1)
      sy_local_globals_read(Unit.get(), PP.getSpelling(Globals->getReplacementToken(0)).c_str());
  }

private:
  CompilerInstance &CI;
  UnitPtr Unit;
};

// Returns the user's -D and -U. The driver's own macros differ between the targets of one source.
std::string userMacros(const PreprocessorOptions &Options) {
  std::string All;
  for (const auto &[Definition, Undefined] : Options.Macros)
    if (!StringRef(Definition).starts_with("__SYCL_") && !StringRef(Definition).starts_with("__SYCC_"))
      All += (Undefined ? "-U" : "-D") + Definition + "\n";
  return All;
}

class FrontendAction : public PluginASTAction {
  std::shared_ptr<Options> Given = std::make_shared<Options>();

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    const LangOptions &LO = CI.getLangOpts();
    if (!LO.isSYCL())
      return std::make_unique<ASTConsumer>();
    if (!LO.CPlusPlus17) // the #error of the headers is all there is to say
      CI.getDiagnostics().setSeverity(diag::err_pp_hash_error, diag::Severity::Fatal, SourceLocation());
    sycc::installAttributeRewriter(CI.getPreprocessor(),
                                   LO.SYCLIsDevice ? sycc::Attributes::Annotate : sycc::Attributes::Drop);
    UnitPtr Unit(sy_unit_new(), sy_unit_free);
    if (!LO.SYCLIsDevice) {
      CI.getCodeGenOpts().PassBuilderCallbacks.push_back([Unit](llvm::PassBuilder &PB) {
        PB.registerPipelineStartEPCallback(
            [Unit](llvm::ModulePassManager &PM, llvm::OptimizationLevel) { PM.addPass(HostPass(Unit)); });
      });
      return std::make_unique<HostConsumer>(CI, Unit);
    }
    if (sycc::mentionsSycl(CI))
      sycc::allowHostMachine(CI);
    else
      sycc::compileNothing(CI);
    CI.getCodeGenOpts().CallGraphSection = true; // the types that passes/images/function_numbers.c wants
    for (const std::string &Target : Given->FixedTargets)
      sy_unit_add_fixed_target(Unit.get(), Target.c_str());
    CI.getCodeGenOpts().PassBuilderCallbacks.push_back([Unit, Given = Given, &CI](llvm::PassBuilder &PB) {
      PB.registerPipelineStartEPCallback(
          [Unit, Given, &CI](llvm::ModulePassManager &PM, llvm::OptimizationLevel) {
            PM.addPass(DevicePass(Unit, Given, CI));
          });
      PB.registerOptimizerLastEPCallback([&CI](llvm::ModulePassManager &PM, llvm::OptimizationLevel,
                                               llvm::ThinOrFullLTOPhase) { PM.addPass(VerifyPass(CI)); });
    });
    return std::make_unique<DeviceConsumer>(CI, Unit, Given, userMacros(CI.getPreprocessorOpts()));
  }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Args) override {
    for (StringRef Arg : Args)
      if (!take(Arg)) {
        DiagnosticsEngine &D = CI.getDiagnostics();
        D.Report(D.getCustomDiagID(DiagnosticsEngine::Error, "unknown option '%0' of the sycc front end"))
            << Arg;
        return false;
      }
    return true;
  }

  bool take(StringRef Arg) {
    auto [Name, Value] = Arg.split('=');
    if (Name == "integration-header")
      Given->HeaderPath = Value.str();
    else if (Name == "device-config-file")
      Given->DeviceConfig = Value.str();
    else if (Name == "default-sub-group-size")
      Given->SubGroupSize = Value.str();
    else if (Name == "fixed-targets")
      for (StringRef Target : llvm::split(Value, ','))
        Given->FixedTargets.push_back(Target.str());
    else
      return Name == "warning" && Given->Warnings.take(Value);
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<FrontendAction> Registration("sycc-frontend", "SYCL device front end");

} // namespace
