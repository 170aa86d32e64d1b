//===- maquette/frontend/program_index.h - the functions of the program -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every function with a body that is the application's own (not a system header's), found by USR from any translation
/// unit; who overrides whom; whose address is taken, by type; which variables lambdas capture.
#ifndef MAQUETTE_FRONTEND_PROGRAM_INDEX_H
#define MAQUETTE_FRONTEND_PROGRAM_INDEX_H

#include "maquette/frontend/class_use.h"
#include "maquette/frontend/program.h"
#include "maquette/sim/id_vector.h"
#include "maquette/sim/strong_id.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class Expr;
class FunctionDecl;
class QualType;
class VarDecl;
} // namespace clang

namespace maquette::skeletonizer {

/// A function with a body in the application.
using FunctionId = sim::StrongId<struct FunctionTag, int>;
constexpr FunctionId kNoFunction{-1};

struct Function {
  std::string usr;
  std::string name;                       ///< Qualified.
  const clang::FunctionDecl *declaration; ///< With its body.
  clang::ASTContext *context;
};

class ProgramIndex {
public:
  explicit ProgramIndex(const Program &program);

  const sim::IdVector<FunctionId, Function> &functions() const { return functions_; }
  /// kNoFunction if it has no body in the application.
  FunctionId find(const clang::FunctionDecl *function) const;
  /// One of each program.
  const std::vector<FunctionId> &mains() const { return mains_; }
  const ClassUse &classes() const { return classes_; }
  const std::vector<FunctionId> &startedBySystem() const { return started_by_system_; }
  /// The function itself, if it has a body. Of several programs' functions of one name that of the unit which declares
  /// it, else all.
  std::vector<FunctionId> definitions(const clang::FunctionDecl *function) const;
  /// The same, and all that override it in classes of which the program makes objects.
  std::vector<FunctionId> targets(const clang::FunctionDecl *function) const;
  /// The class declares functions that the program does not define: a library has the rest of it.
  bool isPartlyUnseen(const clang::CXXRecordDecl &record) const;
  /// Functions whose address is taken somewhere, of this type or of one that the program casts to it, by way of others
  /// or of void *.
  std::vector<FunctionId> addressTaken(clang::QualType function_type) const;
  /// The same of functions that have no body in the application.
  std::vector<const clang::FunctionDecl *> foreignTaken(clang::QualType function_type) const;
  /// A pointer to functions of this type leads to none when it is called: the program takes the address of none, and
  /// nobody else has one, for the type names a class or enumeration of the program, which opens no library at run time.
  bool leadsNowhere(clang::QualType function_type) const;
  /// What a call of \p callee, the operator() of a std::function or its like, may call: what the standard library was
  /// given to keep, with as many parameters. \p bound gets those that were given with arguments of their own
  /// (std::bind).
  std::vector<FunctionId> keptCallables(const clang::FunctionDecl *callee, std::vector<FunctionId> &bound) const;
  /// What a std::shared_ptr was given to delete its object with.
  std::vector<FunctionId> deleters() const;
  /// Overriders of virtual functions of the library: of a stream buffer, of a memory resource.
  const std::vector<FunctionId> &libraryOverriders() const { return library_overriders_; }
  /// Functions in C++ that are called or make objects, without a body where they are called; not the standard
  /// library's. One of each name.
  const std::map<std::string, const clang::FunctionDecl *> &bodiless() const { return bodiless_; }
  bool captured(const clang::VarDecl *variable) const { return captured_.count(variable) != 0; }
  /// Somewhere a number that is no constant becomes a pointer: integers may hold addresses on the way (an alignment,
  /// say).
  bool addressesInIntegers() const { return addresses_in_integers_; }
  /// Makes datatypes of MPI's that may describe records.
  bool makesRecordDatatypes() const { return makes_record_datatypes_; }

private:
  friend class IndexVisitor;
  /// \p type and all that the program casts to it.
  std::set<std::string> typesBehind(clang::QualType type) const;

  sim::IdVector<FunctionId, Function> functions_;
  std::unordered_map<std::string, std::vector<FunctionId>> by_usr_; ///< Several: of different programs.
  std::map<std::string, std::vector<std::string>> overriders_;
  ClassUse classes_;
  std::map<std::string, std::set<std::string>> address_taken_;                              ///< By type.
  std::map<std::string, std::map<std::string, const clang::FunctionDecl *>> foreign_taken_; ///< By type and USR.
  std::map<std::string, std::set<std::string>>
      converted_from_;                     ///< Types of functions, and kAnyPointer, that a type is cast from.
  std::set<std::string> given_to_library_; ///< Lambdas, and operator() of the program's classes.
  std::set<std::string> bound_;            ///< By std::bind.
  std::set<std::string> deleters_;         ///< Given to a std::shared_ptr.
  std::set<const clang::VarDecl *> captured_;
  bool addresses_in_integers_ = false;
  bool opens_libraries_; ///< With dlopen() or dlsym(), or is in part in a language that is not read.
  bool makes_record_datatypes_ = false;
  std::vector<FunctionId> mains_, started_by_system_;
  std::vector<FunctionId> library_overriders_;
  std::map<std::string, const clang::FunctionDecl *> bodiless_;
};

/// It runs before or after main without a call: a constructor or destructor of the program file.
bool isStartedBySystem(const clang::FunctionDecl &function);
/// Declared in a system header (or without a place).
bool isInSystemHeader(const clang::Decl *declaration);
/// And what is declared there is the system's, C's or C++'s, or any library's in C. What a library in C++ declares in a
/// namespace is not: it defines templates and inline functions, which call the program's, and is read like the program.
bool isSystem(const clang::Decl *declaration);
/// A system header's, with all that is in it: visitors of the application do not go there, for what they ask for is
/// read from disk.
bool isOfSystem(const clang::Decl *declaration);
/// The functions that calling \p expression runs: a lambda's, the operator() of a class and of its bases, a function by
/// its name.
std::vector<const clang::FunctionDecl *> calledBy(const clang::Expr *expression);
/// std::function or its like: what it is made of runs where it is called.
bool keepsCallable(const clang::CXXRecordDecl *record);
/// The operator() of one of them, or of what std::bind gives and its like.
bool isKeptCallable(const clang::FunctionDecl *callee);
/// The type of function that it keeps, if it names one. \pre isKeptCallable(callee)
clang::QualType keptType(const clang::FunctionDecl *callee);
/// A smart pointer or a reference_wrapper of the standard library's, or what deletes for one: it is made of a pointer,
/// and leaves alone what that refers to.
bool refersToObject(const clang::CXXRecordDecl &record);
/// In namespace std, at any depth.
bool isStandardLibrary(const clang::Decl *declaration);

} // namespace maquette::skeletonizer

#endif
