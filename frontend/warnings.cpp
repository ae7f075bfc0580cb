// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies -W[no-][error=]sycl-<group> in the order of the command line, and reports through clang's engine,
// so that -w, -Werror and the form of messages are clang's.
#include "frontend/warnings.h"

#include "clang/Basic/FileManager.h"

using namespace clang;
using llvm::Twine;

static const llvm::StringRef Names[] = {"sycl-device-has", "sycl-fixed-targets",
                                        "sycl-attributes"}; // by WarningGroup

bool sycc::Warnings::take(StringRef Option) {
  bool No = Option.consume_front("no-"), Error = Option.consume_front("error=");
  bool Known = false;
  for (unsigned I = 0; I < WarningGroups; I++) {
    if (Option != Names[I] && Option != "sycl")
      continue;
    Known = true;
    if (Error)
      Levels[I].Error = !No;
    else
      Levels[I].Shown = !No;
  }
  return Known;
}

static std::string keyOf(StringRef File, unsigned Line, unsigned Column) {
  return (File + ":" + Twine(Line) + ":" + Twine(Column)).str();
}

void sycc::Places::add(const SourceManager &SM, SourceLocation Where) {
  if (PresumedLoc L = SM.getPresumedLoc(Where); L.isValid())
    Known.try_emplace(keyOf(L.getFilename(), L.getLine(), L.getColumn()), Where);
}

void sycc::Places::addFunction(const SourceManager &SM, SourceLocation Where) {
  if (PresumedLoc L = SM.getPresumedLoc(Where); L.isValid())
    Known.try_emplace(keyOf(L.getFilename(), L.getLine(), 0), Where);
}

SourceLocation sycc::Places::find(SourceManager &SM, sy_where At) const {
  if (!At.file)
    return {};
  if (auto It = Known.find(keyOf(At.file, At.line, At.col)); It != Known.end())
    return It->second;
  OptionalFileEntryRef File = SM.getFileManager().getOptionalFileRef(At.file);
  return File ? SM.translateFileLineCol(*File, At.line, At.col ? At.col : 1) : SourceLocation();
}

void sycc::Warnings::report(DiagnosticsEngine &D, WarningGroup Group, SourceLocation At,
                            StringRef Text) const {
  const auto &Level = Levels[Group];
  if (!Level.Shown || D.getIgnoreAllWarnings())
    return;
  bool Error = Level.Error.value_or(D.getWarningsAsErrors());
  auto [First, Rest] = Text.split('\n');
  std::string Flag = (" [" + StringRef(Error ? "-Werror,-W" : "-W") + Names[Group] + "]").str();
  unsigned Id = D.getCustomDiagID(Error ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning, "%0");
  D.Report(At, Id) << (First + Flag + (Rest.empty() ? "" : "\n") + Rest).str();
}
