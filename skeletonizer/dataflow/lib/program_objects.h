//===- skeletonizer/dataflow/lib/program_objects.h - the objects that all functions know -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_PROGRAM_OBJECTS_H
#define MAQUETTE_DATAFLOW_LIB_PROGRAM_OBJECTS_H

#include "record_views.h"

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
      : views(graph, program, index), graph_(graph), program_(program), index_(index), effects_(effects) {}
  NodeId global(const clang::VarDecl *variable);
  /// One object for all records of its type. From then on no field of that type is a part of an object.
  NodeId field(const clang::ValueDecl *field);
  /// The name of the part that \p field is of an object that has it, or "" if it is one object for all: apart are the
  /// fields of small records that hold pointers and numbers, whose objects are not copied member by member.
  const std::string &partName(const clang::ValueDecl *field);
  /// Fields of which some use does not say of which object they are, and of records that are copied as bytes, are one
  /// object for all.
  void joinFields();
  /// The fields of \p record, those of records in it among them.
  std::vector<NodeId> fieldsWithin(const clang::RecordDecl *record);
  /// The same for one record type in every translation unit.
  const void *recordKey(const clang::RecordDecl *record) { return views.key(record); }
  void unifyFields(const clang::RecordDecl *one, const clang::RecordDecl *other);
  /// The object of a standard-library-global state ("rand").
  NodeId hiddenState(const std::string &name);
  /// Texts that the program names as they are; nobody changes them.
  NodeId literals() { return graph_.pointers.literals = hiddenState("literals"); }
  /// Variables that the program declares and nobody defines belong to the libraries it is linked with.
  void connectForeignVariables();
  /// The object that MPI_BOTTOM is the address of, or kNoNode.
  NodeId bottom() const { return bottom_; }

  RecordViews views;

private:
  NodeId fieldObject(const clang::ValueDecl *field);
  void joinRecord(const void *record);
  void joinCopied(const void *record, int depth);
  void declarePointer(NodeId object, clang::QualType type, bool may_be_unset);
  void declare(NodeId object, clang::QualType type);
  void unify(NodeId a, NodeId b);

  DependenceGraph &graph_;
  const Program &program_;
  const ProgramIndex &index_;
  const ExternalEffects &effects_;
  std::map<std::string, NodeId> objects_;
  NodeId bottom_ = kNoNode;
  std::map<const clang::ValueDecl *, std::string> part_names_;
  std::map<std::string, bool> holds_apart_;                          ///< By record.
  std::map<const void *, std::vector<std::string>> parts_of_record_; ///< Names of parts, by record.
  std::set<std::pair<const void *, const void *>> unified_;
};

} // namespace maquette::skeletonizer

#endif
