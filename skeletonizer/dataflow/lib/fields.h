//===- skeletonizer/dataflow/lib/fields.h - the addresses of fields, and how far a pointer to one reaches -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_FIELDS_H
#define MAQUETTE_DATAFLOW_LIB_FIELDS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// The addresses of fields, and how far a pointer to one reaches.
class Fields : Walker {
public:
  using Walker::Walker;

  /// What &e is the beginning of: with a field of numbers those of its type that follow it in the record.
  AbstractLocation withFollowing(const clang::Expr *e, AbstractLocation place);
  /// \p pointer cast to bytes: from a field it reaches the record, unless the call that it is passed to says how far.
  NodeId asBytes(const clang::CastExpr *cast, NodeId pointer);
  /// Notes which fields of the arguments are what the call, one of a library, ends in.
  void confineBuffers(const CallSite &site);

  std::set<const clang::MemberExpr *> confined; ///< Passed to a call of a library that ends in the field.

private:
  bool elementsEndIn(const clang::FieldDecl &field, llvm::StringRef datatype,
                     llvm::ArrayRef<const clang::Expr *> count) const;
};

} // namespace maquette::skeletonizer

#endif
