//===- skeletonizer/dataflow/lib/record_views.h - which objects a pointer can lead to by its type -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_RECORD_VIEWS_H
#define MAQUETTE_DATAFLOW_LIB_RECORD_VIEWS_H

#include "maquette/dataflow/dependence_graph.h"
#include "maquette/frontend/program_index.h"

#include "clang/AST/DeclCXX.h"

namespace maquette::skeletonizer {

/// What objects are made as, and what pointers are declared to lead to (G. Balatsouras and Y. Smaragdakis,
/// Structure-Sensitive Points-To Analysis for C and C++, SAS 2016).
class RecordViews {
public:
  RecordViews(DependenceGraph &graph, const Program &program, const ProgramIndex &index)
      : graph_(graph), program_(program), index_(index) {}
  /// The same for one record type in every translation unit.
  const void *key(const clang::RecordDecl *record);
  /// \p object is one of \p type, or an array of such.
  void madeAs(NodeId object, clang::QualType type);
  /// \p pointer is declared as one to \p record. \p record: may be null.
  void leadsTo(NodeId pointer, const clang::RecordDecl *record);
  /// Its objects are seen as what they are not, or others as such. \p record: may be null.
  void reinterpreted(const clang::RecordDecl *record);
  /// An object of \p type is made, or looked for, where \p numbers are, or what nobody says (void).
  void makesOver(clang::QualType numbers, clang::QualType type);
  /// Once all is said: fills in RecordTypes::types.
  void relate();

private:
  bool isNarrow(clang::QualType type) const;
  bool isNumber(clang::QualType type) const;
  bool isOfNumbers(const clang::CXXRecordDecl &record) const;
  const clang::CXXRecordDecl *wellTyped(const void *key) const;
  bool keepsAnything(const clang::CXXRecordDecl *record) const;
  const void *scalarKey(const char *what);

  DependenceGraph &graph_;
  const Program &program_;
  const ProgramIndex &index_;
  std::set<std::string> keys_;
  std::map<const void *, const clang::RecordDecl *> definitions_; ///< By key.
  std::set<const void *> reinterpreted_;
  bool makes_in_place_ = false; ///< Objects that may hold pointers, where numbers were.
};

} // namespace maquette::skeletonizer

#endif
