//===- maquette/dataflow/thrown.h - exceptions that the program catches and goes on after -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An exception that ends the program is like an early exit. One that is caught decides about what follows in all
/// functions between the throw and the handler: here stands which functions these are.
#ifndef MAQUETTE_DATAFLOW_THROWN_H
#define MAQUETTE_DATAFLOW_THROWN_H

#include "maquette/frontend/program_index.h"

#include "clang/AST/StmtCXX.h"

namespace maquette::skeletonizer {

class ThrownExceptions {
public:
  explicit ThrownExceptions(const ProgramIndex &index);

  /// It may end by an exception, and is called where one is caught.
  bool passesOn(FunctionId function) const { return guarded_[function] != 0 && throws_[function] != 0; }
  /// It is called where exceptions are caught, directly or by others.
  bool isGuarded(FunctionId function) const { return guarded_[function] != 0; }
  /// One of its handlers does more than to end the program.
  bool goesOn(const clang::CXXTryStmt *guarded) const { return go_on_.count(guarded) != 0; }
  bool catchesAll(const clang::CXXTryStmt *guarded) const;

private:
  sim::IdVector<FunctionId, char> throws_, guarded_;
  std::set<const clang::CXXTryStmt *> go_on_;
};

/// A function of the standard library that throws where its arguments are wrong.
bool libraryThrows(const clang::FunctionDecl *callee);

} // namespace maquette::skeletonizer

#endif
