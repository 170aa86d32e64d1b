//===- skeletonizer/dataflow/lib/lifetimes.h - ends of objects and their destructors -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_LIFETIMES_H
#define MAQUETTE_DATAFLOW_LIB_LIFETIMES_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Of just the type that is said (a variable, a part), or behind a pointer, where it may be of a derived one.
enum class Ends { AsSaid, PerhapsDerived };

/// One end of an object, with all that ends with it.
struct Ending {
  const void *key;
  NodeId call_action;
  std::set<std::tuple<const clang::CXXRecordDecl *, std::vector<NodeId>, std::vector<NodeId>>>
      seen; ///< Nodes of a list hold the next one.
};

/// Ends of objects and their destructors.
class Lifetimes : Walker {
public:
  using Walker::Walker;

  void endParts(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self);
  void destroy(const clang::VarDecl *variable, NodeId object, NodeId definition);
  void callDestructor(const void *key, clang::QualType type, const AbstractLocation &self, NodeId call_action,
                      Ends how = Ends::AsSaid);
  /// What containers and smart pointers in \p self held, where another object is assigned to it member by member.
  void endAssigned(const void *key, clang::QualType type, const AbstractLocation &self, NodeId call_action);
  NodeId boundTemporary(const clang::CXXBindTemporaryExpr *bound);
  /// make_unique<T>(a), v.emplace_back(a): constructors of the program that the library passes the arguments to.
  void constructsHeld(const CallSite &site, NodeId call_action);
  /// Such a call of a function: its result leads to what the constructor makes, not to the arguments.
  bool givesToConstructor(const CallSite &site) const;

private:
  void end(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self, Ends how = Ends::AsSaid);
  void endHeld(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self);
  void callDeleter(const void *key, FunctionId function, const AbstractLocation &deleted, NodeId call_action);
};

} // namespace maquette::skeletonizer

#endif
