//===- skeletonizer/dataflow/lib/program_objects.h - the objects that all functions know -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_PROGRAM_OBJECTS_H
#define MAQUETTE_DATAFLOW_LIB_PROGRAM_OBJECTS_H

#include "maquette/calls/external_effects.h"
#include "maquette/dataflow/dependence_graph.h"
#include "maquette/frontend/program_index.h"

#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// Global variables, fields and hidden states of libraries, one object each in the whole program.
class ProgramObjects {
public:
  ProgramObjects(DependenceGraph &graph, const Program &program, const ProgramIndex &index,
                 const ExternalEffects &effects)
      : graph_(graph), program_(program), index_(index), effects_(effects) {}
  NodeId global(const clang::VarDecl *variable);
  NodeId field(const clang::ValueDecl *field);
  /// The fields of \p record, those of records in it among them.
  std::vector<NodeId> fieldsWithin(const clang::RecordDecl *record);
  /// The same for one record type in every translation unit.
  const void *recordKey(const clang::RecordDecl *record);
  void unifyFields(const clang::RecordDecl *one, const clang::RecordDecl *other);
  /// The object of a standard-library-global state ("rand").
  NodeId hiddenState(const std::string &name);
  /// Variables that the program declares and nobody defines belong to the libraries it is linked with.
  void connectForeignVariables();
  /// The object that MPI_BOTTOM is the address of, or kNoNode.
  NodeId bottom() const { return bottom_; }

private:
  void declare(NodeId object, clang::QualType type);
  void unify(NodeId a, NodeId b);

  DependenceGraph &graph_;
  const Program &program_;
  const ProgramIndex &index_;
  const ExternalEffects &effects_;
  std::map<std::string, NodeId> objects_;
  NodeId bottom_ = kNoNode;
  std::set<std::string> records_;
  std::set<std::pair<const void *, const void *>> unified_;
};

} // namespace maquette::skeletonizer

#endif
