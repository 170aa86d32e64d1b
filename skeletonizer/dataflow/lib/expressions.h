//===- skeletonizer/dataflow/lib/expressions.h - the values of expressions -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_EXPRESSIONS_H
#define MAQUETTE_DATAFLOW_LIB_EXPRESSIONS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// The values of expressions: what they read and define.
class Expressions : Walker {
public:
  using Walker::Walker;

  NodeId value(const clang::Expr *expression);
  NodeId assign(const clang::Expr *whole, const clang::Expr *target, const clang::Expr *source, bool update);

private:
  NodeId castValue(const clang::CastExpr *cast);
  void noteReinterpreted(const clang::CastExpr &cast);
  NodeId unaryValue(const clang::UnaryOperator *unary);
  NodeId binaryValue(const clang::BinaryOperator *binary);
  NodeId newValue(const clang::CXXNewExpr *expression);
  NodeId deleteValue(const clang::CXXDeleteExpr *expression);
  NodeId callAllocator(const clang::Expr *expression, const clang::FunctionDecl *allocator, NodeId first,
                       llvm::ArrayRef<const clang::Expr *> written, NodeId call_action);
  NodeId atomicValue(const clang::AtomicExpr *expression);
  NodeId throwValue(const clang::CXXThrowExpr *thrown);
  bool isItem(const clang::Expr *item, const clang::FieldDecl *field) const;
  NodeId initializerList(const clang::InitListExpr *list);
  NodeId shortCircuit(const clang::Expr *whole, const clang::Expr *condition, const clang::Expr *first,
                      const clang::Expr *second);
};

} // namespace maquette::skeletonizer

#endif
