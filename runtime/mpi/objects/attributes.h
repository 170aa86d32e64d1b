//===- runtime/mpi/objects/attributes.h - attributes of communicators, types, windows -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A key belongs to one kind of object. A key that was freed stays until no object has an attribute of it.
///
/// Errors  each function returns an MPI error code; what a callback of the program returns comes back as it is.
/// Source  MPI 3.1, 6.7
#ifndef MAQUETTE_MPI_OBJECTS_ATTRIBUTES_H
#define MAQUETTE_MPI_OBJECTS_ATTRIBUTES_H

#include <cstdint>
#include <vector>

namespace maquette::mpi {

class Call;

enum class AttributeKind : std::uint8_t { Communicator, Datatype, Window };

struct Attribute {
  int keyval;
  void *value;
};

/// The callbacks of all kinds: a handle is a pointer, whatever it is of.
using CopyAttribute = int (*)(void *object, int keyval, void *extra_state, void *value, void *copy, int *flag);
using DeleteAttribute = int (*)(void *object, int keyval, void *value, void *extra_state);

struct Keyval {
  AttributeKind kind;
  CopyAttribute copy;
  DeleteAttribute remove;
  void *extra_state;
  std::uint32_t users = 1; ///< The key itself, and attributes that are set.
  bool freed = false;
};

/// What attributes are set on.
struct AttributeOwner {
  AttributeKind kind;
  void *handle;
  std::vector<Attribute> *attributes; ///< Stays where it is while the program's callbacks run.
};

int createKeyval(const Call &call, AttributeKind kind, CopyAttribute copy, DeleteAttribute remove, int *keyval,
                 void *extra_state);
/// Sets \p keyval to MPI_KEYVAL_INVALID. A key in use serves on until no object has it, and may be freed again.
int freeKeyval(const Call &call, AttributeKind kind, int *keyval);
int setAttribute(const Call &call, const AttributeOwner &owner, int keyval, void *value);
int getAttribute(const Call &call, const AttributeOwner &owner, int keyval, void *value, int *flag);
int deleteAttribute(const Call &call, const AttributeOwner &owner, int keyval);
/// For a duplicate: calls the copy functions.
int copyAttributes(const Call &call, const AttributeOwner &from, const AttributeOwner &to);
/// Before an object goes: calls the delete functions, that of the attribute set last first.
int removeAttributes(const Call &call, const AttributeOwner &owner);

} // namespace maquette::mpi

#endif
