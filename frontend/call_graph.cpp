// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cycles are the strongly connected components of the graph; LLVM finds them in one pass.
#include "frontend/call_graph.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"

#include <algorithm>

using namespace clang;
using Node = sycc::CallGraph::Node;

template <> struct llvm::GraphTraits<Node *> {
  using NodeRef = Node *;
  using ChildIteratorType = std::vector<Node *>::iterator;
  static NodeRef getEntryNode(Node *N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Callees.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Callees.end(); }
};

Node *sycc::CallGraph::node(const FunctionDecl *F) {
  auto [It, New] = ByFunction.try_emplace(F, nullptr);
  if (New) {
    Nodes.push_back({F, Nodes.size(), {}, {}});
    It->second = &Nodes.back();
    if (F) {
      Nodes.front().Callees.push_back(It->second);
      Nodes.front().Calls.push_back({});
    }
  }
  return It->second;
}

void sycc::CallGraph::add(const FunctionDecl *Caller, const FunctionDecl *Callee, SourceLocation Where) {
  Node *From = node(Caller), *To = node(Callee);
  From->Callees.push_back(To);
  From->Calls.push_back(Where);
}

// Breadth first from the first member until one calls it.
sycc::CallGraph::Cycle sycc::CallGraph::shortest(const std::vector<Node *> &Members) {
  llvm::DenseSet<Node *> Inside(Members.begin(), Members.end());
  Node *First = *std::min_element(Members.begin(), Members.end(),
                                  [](const Node *A, const Node *B) { return A->Order < B->Order; });
  llvm::DenseMap<Node *, Node *> CalledBy{{First, nullptr}};
  std::deque<Node *> Queue{First};
  for (; !Queue.empty(); Queue.pop_front()) {
    Node *N = Queue.front();
    for (size_t I = 0; I < N->Callees.size(); I++) {
      Node *To = N->Callees[I];
      if (To == First) {
        Cycle Found{{}, N->Calls[I]};
        for (Node *Back = N; Back; Back = CalledBy[Back])
          Found.Functions.push_back(Back->Function);
        std::reverse(Found.Functions.begin(), Found.Functions.end());
        return Found;
      }
      if (Inside.contains(To) && CalledBy.try_emplace(To, N).second)
        Queue.push_back(To);
    }
  }
  return {};
}

std::vector<sycc::CallGraph::Cycle> sycc::CallGraph::cycles() {
  std::vector<Cycle> Found;
  Node *Root = &Nodes.front();
  for (auto Component = llvm::scc_begin(Root); !Component.isAtEnd(); ++Component)
    if (Component.hasCycle())
      Found.push_back(shortest(*Component));
  return Found;
}
