//===- skeletonizer/dataflow/lib/places.h - objects and places -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_PLACES_H
#define MAQUETTE_DATAFLOW_LIB_PLACES_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Objects and places: what is read and written where.
class Places : Walker {
public:
  using Walker::Walker;

  AbstractLocation place(const clang::Expr *expression);
  AbstractLocation temporary(const clang::Expr *key, NodeId value);
  /// \p path tells apart parts of parts that one \p key asks for.
  AbstractLocation part(const void *key, const AbstractLocation &whole, const std::string &name,
                        const std::string &path = "");
  /// The sizes and elements of a container of \p type, and of the containers it holds.
  std::vector<AbstractLocation> containerParts(const void *key, const AbstractLocation &whole, clang::QualType type);
  NodeId address(const void *key, const AbstractLocation &place);
  NodeId load(const clang::Expr *expression, const AbstractLocation &place);
  void define(NodeId definition, const AbstractLocation &place, NodeId value, clang::QualType type = {},
              bool whole = false, Content content = Content::Any);
  /// Where \p field lies of the objects in \p of.
  AbstractLocation fieldPlace(const void *key, const AbstractLocation &of, const clang::ValueDecl *field);
  void readPlace(const AbstractLocation &place, Content content = Content::Any);
  /// What \p says, an index or a pointer, decides which memory the reader reaches; so do the places \p sizes.
  void boundedBy(const clang::Expr *says, const AbstractLocation &sizes = {});
  void readWhole(const void *key, NodeId pointer, clang::QualType type, Content content = Content::Any);
  void writeWhole(const void *key, NodeId definition, NodeId pointer, clang::QualType type,
                  Content content = Content::Any);
  NodeId pointerTo(const clang::Expr *key, std::initializer_list<NodeId> sources, Slot slot = Slot::Pointer);
  NodeId valueOrAddress(const clang::Expr *expression, bool by_reference);

private:
  AbstractLocation memberPlace(const clang::MemberExpr *member);
  AbstractLocation shortLived(const clang::Expr *expression, AbstractLocation place);
  AbstractLocation variablePlace(const clang::DeclRefExpr *reference);
  AbstractLocation elementPlace(const clang::ArraySubscriptExpr *subscript);
  AbstractLocation unaryPlace(const clang::UnaryOperator *unary);
};

} // namespace maquette::skeletonizer

#endif
