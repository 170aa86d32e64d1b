//===- skeletonizer/dataflow/lib/function_context.h - what the walkers of one function share -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_FUNCTION_CONTEXT_H
#define MAQUETTE_DATAFLOW_LIB_FUNCTION_CONTEXT_H

#include "cursor.h"
#include "shared_context.h"

namespace maquette::skeletonizer {

/// What all walkers of one function share: its nodes, and the cursor that says on whose behalf they read.
class FunctionContext {
public:
  FunctionContext(SharedContext &shared_by_all, InstanceId of_instance);

  DependenceGraph &graph() { return shared.graph; }
  Instance &self() { return shared.graph.instances[instance]; }
  NodeId memo(const void *key, Slot slot, NodeKind kind, std::size_t detail = 0);
  /// The action \p role of \p statement with its operands node; needs the current region.
  NodeId action(Role role, const clang::Stmt *statement, Slot slot, clang::QualType type, bool cuttable);
  /// The part of an action a cut would remove.
  NodeId operands(NodeId action) { return graph()[action].operands; }
  void read(NodeId node);
  /// The value of a pointer or reference.
  void readAddress(NodeId node);
  void readThrough(NodeId pointer, clang::QualType pointee = {}, bool whole = false, Content content = Content::Any);
  void cost(double amount);
  /// \p object holds a value of \p type; perhaps nothing is ever stored there.
  void declarePointer(NodeId object, clang::QualType type, bool may_be_unset);
  /// \p definition stores the pointer \p source, of which \p value is the node.
  void givesPointer(NodeId definition, const clang::Expr *source, NodeId value);
  void controlledByRegion(NodeId node);
  /// If the enclosing expression must stay whole when the definition \p node stays, says so.
  void forceOuter(NodeId node);
  /// The same for a call, which can be taken out of more expressions than a definition.
  void forceAtom(NodeId node);
  /// The action on whose behalf the current reader reads.
  NodeId readingAction() const;
  NodeId variable(const clang::VarDecl *variable);
  /// Of which record \p variable is, or what it points or refers to.
  void describe(NodeId variable, clang::QualType type);
  /// \p pointer is one to \p record by its type. \p record: may be null.
  void pointsTo(NodeId pointer, const clang::RecordDecl *record);
  NodeId parameterOf(InstanceId instance, const clang::ParmVarDecl *parameter);
  /// A pointer, a record with one, or, in a program that makes pointers of numbers, an integer as wide.
  bool mayHoldAddress(clang::QualType type) const;
  /// Of the value that is predicted there.
  void noteType(Site &site, clang::QualType type) const;
  /// The statement expands a parameter pack: it stays whole, or goes.
  bool expandsPack(const clang::Stmt *statement) const;
  NodeId expansionAround(const clang::Stmt *statement);
  bool isSpelled(const clang::Stmt *statement) const;

  SharedContext &shared;
  const InstanceId instance;
  const ContextId calling_context;
  const Function *function;
  clang::ASTContext *ast;
  const clang::Decl *walked; ///< Whose text is walked: the function, or a global variable, maybe of another unit.
  bool coroutine = false;    ///< It goes on where others resume it: all of it stays.
  Cursor cursor;
};

} // namespace maquette::skeletonizer

#endif
