//===- skeletonizer/dataflow/lib/shared_context.h - what the walks over all functions share -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_SHARED_CONTEXT_H
#define MAQUETTE_DATAFLOW_LIB_SHARED_CONTEXT_H

#include "dead_code.h"
#include "messages.h"
#include "program_objects.h"
#include "short_lived.h"

#include "maquette/calls/mpi_functions.h"
#include "maquette/dataflow/graph_builder.h"
#include "maquette/dataflow/thrown.h"
#include "maquette/frontend/source_text.h"

#include "clang/AST/StmtCXX.h"

#include <deque>
#include <optional>
#include <tuple>

namespace maquette::skeletonizer {

constexpr const char *kFiles = "MPI_File_"; ///< The operation of messages to and from files.
constexpr const char *kAbsoluteAddresses =
    "absolute addresses";       ///< The hidden state that is a pointer to all that MPI_BOTTOM stands for.
constexpr double kCallCost = 5; ///< Operations that a call of an external function stands for.

/// What a memoised node of an AST node is for.
enum class Slot {
  Variable,
  Definition,
  Call,
  Argument,
  Condition,
  Jump,
  Value,
  Contents,
  Pointer,
  Address,
  Temporary,
  Heap,
  Region,
  ElseRegion,
  AfterRegion,
  Parameter,
  Data,
  Part,
  LoopExit,
  Increment,
  ShortCircuit,
  LogicalOperand,
  Bound,
  Lifetime,
  Fold,
  Whole,
  Item,
  Bytes,
};

struct PassedArguments {
  std::vector<const clang::Expr *> arguments;
  const clang::FunctionDecl *caller;
  clang::ASTContext *ast; ///< The caller's.
};

/// What all instances share: memoised nodes, sites, contexts, the work list.
class SharedContext {
public:
  SharedContext(const Program &whole, const ProgramIndex &functions, const ExternalEffects &known,
                const EditableFiles &editable_files, bool io_stays)
      : program(whole), index(functions), effects(known), editable(editable_files), keeps_io(io_stays),
        thrown(functions) {}
  /// The whole graph. \pre the program has a main.
  DependenceGraph build();

  NodeId memo(const void *key, ContextId context, Slot slot, std::size_t detail, NodeKind kind, InstanceId instance,
              bool *made = nullptr);
  SiteId site(Role role, const clang::Stmt *statement, const SourceKey &key, clang::ASTContext &context,
              const std::string &function);
  InstanceId instanceOf(FunctionId function, ContextId context);
  /// Called from \p call_site in a function of context \p outer.
  ContextId contextAt(const void *call_site, ContextId outer);
  /// \p function has this context, or fewer than \p most.
  bool mayTellApart(FunctionId function, ContextId context, int most) const;
  /// What it computes is in its result alone: a call whose result nobody needs need not be made.
  bool changesNothing(FunctionId function);
  /// The end of an object of this type runs code of the program.
  bool endRunsCode(clang::QualType type);
  /// Of virtual functions of classes that functions of \p library (libraryOf()) take or belong to, where nobody sees
  /// these functions' bodies.
  const std::vector<FunctionId> &overridersKnownTo(const std::string &library);

  const Program &program;
  const ProgramIndex &index;
  const ExternalEffects &effects;
  const EditableFiles &editable;
  const bool keeps_io; ///< Reading and writing files is part of what the skeleton must do.
  const ThrownExceptions thrown;
  DependenceGraph graph;
  ProgramObjects objects{graph, program, index, effects};
  Messages messages;
  /// Instances of functions that nothing is edited in, and what stands for all of each.
  std::map<InstanceId, NodeId> left_alone;
  std::map<const char *, Ellipses> ellipses;                    ///< Of each text.
  std::map<std::pair<const void *, ContextId>, LoopId> loop_of; ///< By statement and context.
  std::set<std::string> noted;
  DeadCode dead_code;
  ShortLived short_lived{effects};
  /// What constructors that the compiler wrote for `using Base::Base` pass on.
  std::map<const clang::FunctionDecl *, std::vector<const clang::Expr *>> inherited_arguments;

  /// What a call of the program's own functions passes, by the call.
  std::map<const void *, PassedArguments> passed_at;
  /// The call sites that \p context tells apart, the innermost last.
  const std::vector<const void *> &callSites(ContextId context) const { return context_paths_[context]; }

private:
  void connectLeftAlone();
  void buildGlobals();

  std::map<std::tuple<const void *, ContextId, Slot, std::size_t>, NodeId> memo_;
  std::map<std::tuple<Role, SourceKey>, SiteId> sites_;
  std::map<std::pair<FunctionId, ContextId>, InstanceId> instances_;
  std::map<FunctionId, int> told_apart_; ///< Contexts that it has instances in.
  std::map<std::vector<const void *>, ContextId> contexts_;
  sim::IdVector<ContextId, std::vector<const void *>> context_paths_{1}; ///< The call sites it tells apart.
  std::map<const clang::CXXRecordDecl *, bool> end_runs_code_;
  std::map<FunctionId, bool> changes_nothing_; ///< Of functions that were asked for.
  std::deque<InstanceId> work_;
  std::optional<std::map<std::string, std::vector<FunctionId>>> overriders_known_;
};

} // namespace maquette::skeletonizer

#endif
