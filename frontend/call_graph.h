// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions of device code call which, and which of them call themselves that way.
#ifndef SY_FRONTEND_CALL_GRAPH_H
#define SY_FRONTEND_CALL_GRAPH_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <vector>

namespace sycc {

class CallGraph {
public:
  struct Node {
    const clang::FunctionDecl *Function;
    size_t Order; // of add
    std::vector<Node *> Callees;
    std::vector<clang::SourceLocation> Calls; // Calls[i] is where Callees[i] is called
  };
  // The way from a function back to itself: each calls the next, the last calls the first at Where.
  struct Cycle {
    std::vector<const clang::FunctionDecl *> Functions;
    clang::SourceLocation Where;
  };

  CallGraph() { node(nullptr); } // what calls every function: cycles are looked for from there
  void add(const clang::FunctionDecl *Caller, const clang::FunctionDecl *Callee, clang::SourceLocation Where);
  // One, a shortest, for each set of functions that reach each other; it begins with the function of the
  // set that was added first.
  std::vector<Cycle> cycles();

private:
  std::deque<Node> Nodes; // addresses stay
  llvm::DenseMap<const clang::FunctionDecl *, Node *> ByFunction;

  Node *node(const clang::FunctionDecl *F);
  Cycle shortest(const std::vector<Node *> &Members);
};

} // namespace sycc
#endif
