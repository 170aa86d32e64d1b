//===- skeletonizer/dataflow/lib/file_calls.h - calls that open, read and write files -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_FILE_CALLS_H
#define MAQUETTE_DATAFLOW_LIB_FILE_CALLS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Files of C, POSIX and C++ that are opened by name: which call reads what others may have written is found when all
/// is known (files.h). Files of MPI are messages (messages.h).
class FileCalls : Walker {
public:
  using Walker::Walker;

  /// \p site calls a function of a library.
  void note(const CallSite &site, NodeId call_action);
  /// \p site moves data between memory and a file, which the skeleton keeps: so is its data no criterion. False if it
  /// does not, or is about standard output.
  bool transfer(const CallSite &site, NodeId call_action);
  /// \p site opens, closes or changes a file, and the skeleton keeps that.
  bool keeps(const CallSite &site) const;
  /// \p object is made of the value of \p expression.
  void noteString(NodeId object, const clang::Expr &expression);
  /// A pointer to the text of a literal, or kNoNode if \p expression is none.
  NodeId literal(const clang::Expr *expression);

private:
  void noteOfC(const CallSite &site, const std::string &name, NodeId call_action);
  void noteOfStream(const CallSite &site, const clang::CXXRecordDecl &stream);
  void noteText(const CallSite &site, const std::string &name);
  /// One letter for each argument (ExternalEffects); empty: it moves no data, or nobody asked to keep that.
  std::string transferRoles(const CallSite &site) const;
  Files::Use fileOf(const clang::Expr *argument, NodeId data, bool written);
  void useStreams(const CallSite &site, NodeId call_action);
  void useDescriptor(const std::string &name, NodeId call_action);
  void open(const clang::Expr *name, Files::Opened file);
  /// Adds the strings that \p expression is made of.
  void addSources(const clang::Expr *expression, AbstractLocation &sources);
  void addStored(const clang::Expr *expression, AbstractLocation &sources);
};

} // namespace maquette::skeletonizer

#endif
