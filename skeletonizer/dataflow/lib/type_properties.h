//===- skeletonizer/dataflow/lib/type_properties.h - what a type says by itself -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_TYPE_PROPERTIES_H
#define MAQUETTE_DATAFLOW_LIB_TYPE_PROPERTIES_H

#include "maquette/dataflow/dependence_graph.h"

#include "clang/AST/DeclCXX.h"

#include <vector>

namespace maquette::skeletonizer {

/// What an object of this type, or an array of such, holds.
Content contentOf(clang::QualType type);
/// The type, or that of the elements of an array.
clang::QualType elementOf(clang::QualType type);
/// The class of an object of this type, or of the elements of an array; null if it is none.
const clang::CXXRecordDecl *recordOf(clang::QualType type);
/// The classes of its fields and bases, or of what the library holds in it; null among them.
std::vector<const clang::CXXRecordDecl *> partsOf(const clang::CXXRecordDecl *record);
/// One of the standard library's that holds any number of elements.
bool isContainer(const clang::CXXRecordDecl *record);
/// A string or a stream with its own buffer: copies what it is given, and keeps no pointer to it.
bool keepsNoPointers(const clang::CXXRecordDecl *record);
/// The record behind a pointer or reference, or null.
const clang::RecordDecl *pointeeRecord(clang::QualType type);
/// Numbers, pointers, and records and arrays of them. A field is one object for all records of its type: copied with
/// the record, it stays what it is.
bool isPlainMember(const clang::FieldDecl *member);
/// An iterator, or what else has an operator *.
bool isPosition(clang::QualType type);
bool isProgramRecord(clang::QualType type);
/// What std::tie() gives.
bool holdsReferences(const clang::CXXRecordDecl *record);
/// What an argument of such a type leads to may be written by who is called.
bool isWritten(clang::QualType parameter);
/// A pointer to an object, or an array of such.
bool isPlainPointer(clang::QualType type);
/// Arithmetic or enumeration: can be predicted.
bool isScalar(clang::QualType type);
/// What stands for a bit of a std::vector<bool> or a std::bitset: it is returned by value and refers to the container.
bool isBit(clang::QualType type);

} // namespace maquette::skeletonizer

#endif
