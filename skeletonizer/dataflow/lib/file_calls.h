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
  /// \p object is made of the value of \p expression.
  void noteString(NodeId object, const clang::Expr &expression);
  /// A pointer to the text of a literal, or kNoNode if \p expression is none.
  NodeId literal(const clang::Expr *expression);

private:
  void noteOfC(const CallSite &site, const std::string &name, NodeId call_action);
  void noteOfStream(const CallSite &site, const clang::CXXRecordDecl &stream);
  void noteText(const CallSite &site, const std::string &name);
  void useStreams(const CallSite &site, NodeId call_action);
  void useDescriptor(const std::string &name, NodeId call_action);
  void open(const clang::Expr *name, Files::Opened file);
  /// Adds the strings that \p expression is made of.
  void addSources(const clang::Expr *expression, AbstractLocation &sources);
  void addStored(const clang::Expr *expression, AbstractLocation &sources);
};

} // namespace maquette::skeletonizer

#endif
