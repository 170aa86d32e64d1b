//===- maquette/dataflow/ast_queries.h - what syntax says of types, calls and expressions -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions about one node of a syntax tree, whose answer depends on nothing that the graph holds.
#ifndef MAQUETTE_DATAFLOW_AST_QUERIES_H
#define MAQUETTE_DATAFLOW_AST_QUERIES_H

#include "maquette/calls/external_effects.h"
#include "maquette/dataflow/dependence_graph.h"
#include "maquette/frontend/program_index.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// What an object of this type, or an array of such, holds.
Content contentOf(clang::QualType type);
/// Evaluating it changes nothing: no assignment, no allocation, and calls only of functions that read and return.
bool onlyReads(const clang::Expr *expression, const ProgramIndex &index, const ExternalEffects &effects);
/// What makes the object that an initializer, a return or a temporary gives: T(n), without what says that it ends.
const clang::Expr *making(const clang::Expr *expression);
/// Arithmetic on integers that are variables, fields or constants.
bool onlyCounts(const clang::Expr *expression);
/// The class of an object of this type, or of the elements of an array; null if it is none.
const clang::CXXRecordDecl *recordOf(clang::QualType type);
/// The classes of its fields and bases, or of what the library holds in it; null among them.
std::vector<const clang::CXXRecordDecl *> partsOf(const clang::CXXRecordDecl *record);
/// Which functions may know of each other: those of one folder of headers, or of one header where many libraries have
/// theirs
/// (/usr/include); and all that are declared in the program, whoever defines them.
std::string libraryOf(const clang::FunctionDecl &function);
/// It may know what it was told before: nobody sees its body, and nothing promises that it depends on its arguments
/// alone.
bool mayRemember(const clang::FunctionDecl *callee);
/// One of the standard library's that holds any number of elements.
bool isContainer(const clang::CXXRecordDecl *record);
/// A string or a stream with its own buffer: copies what it is given, and keeps no pointer to it.
bool keepsNoPointers(const clang::CXXRecordDecl *record);
/// The record behind a pointer or reference, or null.
const clang::RecordDecl *pointeeRecord(clang::QualType type);
/// The scalar x of an argument &x, or null.
const clang::VarDecl *addressedScalar(const clang::Expr *argument);
/// An MPI function that is done with its buffers when it returns.
bool usesBuffersAtOnce(const clang::FunctionDecl *callee);
/// A copy or move, by construction or assignment, that the compiler writes, member by member.
bool movesMembers(const clang::CXXMethodDecl *method);
/// The same of a container of the standard library.
bool movesContainer(const clang::CXXMethodDecl *method);
/// The same of plain members only.
bool movesPlainly(const clang::FunctionDecl *function);
/// Numbers, pointers, and records and arrays of them. A field is one object for all records of its type: copied with
/// the record, it stays what it is.
bool isPlainMember(const clang::FieldDecl *member);
/// In the body of a function that movesMembers(): copies a plain member.
bool copiesPlainMember(const clang::Stmt *statement);
/// An iterator, or what else has an operator *.
bool isPosition(clang::QualType type);
/// What std::move(), std::forward() or std::as_const() gives again, or nullptr.
const clang::Expr *namedAgain(const clang::Expr *expression);
bool isProgramRecord(clang::QualType type);
/// An argument of \p type gives records of the program to a template of the standard library, which copies, moves and
/// swaps them, and looks into them by the program's own functions: comparisons, for one. Their fields are those of all
/// records of their type.
bool givesRecords(const clang::FunctionDecl *callee, clang::QualType type);
/// The library of all that the program declares and nobody defines.
constexpr const char *kOwnLibrary = "the program's own";

/// What std::tie() gives.
bool holdsReferences(const clang::CXXRecordDecl *record);
/// What lists of effects call it: its name, with its namespace or class unless that is the standard library's.
std::string listedName(const clang::FunctionDecl &function);
/// The same, but the class of a member of the standard library.
std::string ownerOrName(const clang::FunctionDecl &function);
/// stream << value of the standard library.
bool printsToStream(const clang::FunctionDecl *callee);
/// What an argument of such a type leads to may be written by who is called.
bool isWritten(clang::QualType parameter);
/// Arithmetic or enumeration: can be predicted.
bool isScalar(clang::QualType type);
/// Reads a[i], *p, a[i].n or p[i]->n, alone or in arithmetic.
bool readsElement(const clang::Expr *expression);

} // namespace maquette::skeletonizer

#endif
