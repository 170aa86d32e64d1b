//===- skeletonizer/dataflow/lib/mpi_calls.h - calls of mpi -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_MPI_CALLS_H
#define MAQUETTE_DATAFLOW_LIB_MPI_CALLS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Calls of MPI: payloads, classes of messages, memory.
class MpiCalls : Walker {
public:
  using Walker::Walker;

  NodeId mpiCall(CallSite &site, const MpiFunction &function);
  /// The name of the predefined handle that is \p given, or "".
  std::string handle(const clang::Expr *given);

  // What calls that move data have in common, of MPI or not.
  static constexpr std::size_t kSent = 1, kReceived = 2;
  /// The call is part of what the skeleton must do.
  void mustHappen(NodeId call_action);
  /// What \p call_action sends or receives, with its parts.
  NodeId payload(const CallSite &site, NodeId call_action, std::size_t which);
  /// \p content: what data in memory is known to hold, all of it.
  void mpiArgument(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data,
                   Content content = Content::Any);
  /// A count or the like: what is really sent or received has that many elements.
  void boundsPayload(const CallSite &site, unsigned index, std::initializer_list<NodeId> payloads);

private:
  void mpiPayload(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data,
                  Content content = Content::Any);
  void stateOfMpi(const CallSite &site, NodeId call_action);
  void windowMemory(const CallSite &site, NodeId call_action);
  /// MPI_BOTTOM points to all whose addresses were asked for.
  void absoluteAddress(const CallSite &site, NodeId call_action);
  /// &x of a variable that is tracked by flow: read and set by \p actor here, not through a pointer. False if it is
  /// none.
  bool mpiFlowVariable(const CallSite &site, const clang::Expr *argument, MpiArgument kind, NodeId actor);
  /// What a symmetric access delivers at this rank is what another rank sent with it.
  void connectSymmetric(const CallSite &site, const MpiFunction &function, NodeId call_action, NodeId sent,
                        NodeId received);
  std::string spelledHandle(const clang::Expr *given);
  struct Passed {
    const clang::Expr *expression;
    clang::ASTContext *ast;
  };
  /// What the callers told apart here passed for the parameter that \p given is; else itself.
  Passed passed(const clang::Expr *given);
  /// \p count is the number of ranks of \p communicator.
  bool countsRanks(const clang::Expr *count, const clang::Expr *communicator);
  MessageClass messageClass(const CallSite &site, const MpiFunction &function);
};

} // namespace maquette::skeletonizer

#endif
