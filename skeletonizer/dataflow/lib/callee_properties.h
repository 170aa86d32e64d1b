//===- skeletonizer/dataflow/lib/callee_properties.h - what the declaration of a called function says -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_CALLEE_PROPERTIES_H
#define MAQUETTE_DATAFLOW_LIB_CALLEE_PROPERTIES_H

#include "clang/AST/DeclCXX.h"

#include <string>

namespace maquette::skeletonizer {

/// Which functions may know of each other: those of one folder of headers, or of one header where many libraries have
/// theirs
/// (/usr/include); and all that are declared in the program, whoever defines them.
std::string libraryOf(const clang::FunctionDecl &function);
/// It may know what it was told before: nobody sees its body, and nothing promises that it depends on its arguments
/// alone.
bool mayRemember(const clang::FunctionDecl *callee);
/// An MPI function that is done with its buffers when it returns.
bool usesBuffersAtOnce(const clang::FunctionDecl *callee);
/// A copy or move, by construction or assignment, that the compiler writes, member by member.
bool movesMembers(const clang::CXXMethodDecl *method);
/// The same of a container of the standard library.
bool movesContainer(const clang::CXXMethodDecl *method);
/// The same of plain members only.
bool movesPlainly(const clang::FunctionDecl *function);
/// In the body of a function that movesMembers(): copies a plain member.
bool copiesPlainMember(const clang::Stmt *statement);
/// An argument of \p type gives records of the program to a template of the standard library, which copies, moves and
/// swaps them, and looks into them by the program's own functions: comparisons, for one. Their fields are those of all
/// records of their type.
bool givesRecords(const clang::FunctionDecl *callee, clang::QualType type);
/// The library of all that the program declares and nobody defines.
constexpr const char *kOwnLibrary = "the program's own";
/// What lists of effects call it: its name, with its namespace or class unless that is the standard library's.
std::string listedName(const clang::FunctionDecl &function);
/// What lists say that a function does with its arguments: under this name. std:: and the name for the standard
/// library.
std::string effectName(const clang::FunctionDecl &function);
/// As listedName(), but the class of a member of the standard library.
std::string ownerOrName(const clang::FunctionDecl &function);
/// stream << value of the standard library.
bool printsToStream(const clang::FunctionDecl *callee);
/// What looks like a function of the library and is an object without contents: std::ranges::sort, std::less.
bool isFunctionObject(const clang::FunctionDecl *callee);

} // namespace maquette::skeletonizer

#endif
