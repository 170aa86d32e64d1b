//===- runtime/mpi/objects/attributes.cpp - attributes of communicators, types, windows -===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/attributes.h"

#include "rma/window.h"

#include <algorithm>
#include <utility>

namespace maquette::mpi {

namespace {

std::map<int, Keyval> &keyvalsOf(const Call &call) { return call.objects().keyvals; }

/// The key, if it is one for objects of this kind.
Keyval *keyOf(const Call &call, AttributeKind kind, int keyval) {
  const auto found = keyvalsOf(call).find(keyval);
  return found == keyvalsOf(call).end() || found->second.kind != kind ? nullptr : &found->second;
}

constexpr const char *kBadKeyval = "unknown attribute key [maquette-mpi-argument]";

int badKeyval(const Call &call, const AttributeOwner &owner) {
  if (owner.kind == AttributeKind::Window)
    return raise(call, static_cast<MPI_Win>(owner.handle), MPI_ERR_KEYVAL, kBadKeyval);
  const MPI_Comm comm =
      owner.kind == AttributeKind::Communicator ? static_cast<MPI_Comm>(owner.handle) : MPI_COMM_WORLD;
  return call.raise(comm, MPI_ERR_KEYVAL, kBadKeyval);
}

void dropUser(const Call &call, int keyval) {
  const auto found = keyvalsOf(call).find(keyval);
  if (--found->second.users == 0)
    keyvalsOf(call).erase(found);
}

std::vector<Attribute>::iterator find(std::vector<Attribute> &attributes, int keyval) {
  return std::find_if(attributes.begin(), attributes.end(),
                      [keyval](const Attribute &attribute) { return attribute.keyval == keyval; });
}

int callDelete(const Call &call, const AttributeOwner &owner, const Attribute &attribute) {
  const Keyval key = keyvalsOf(call).at(attribute.keyval);
  return key.remove != nullptr ? key.remove(owner.handle, attribute.keyval, attribute.value, key.extra_state)
                               : MPI_SUCCESS;
}

/// The attribute is there.
int drop(const Call &call, const AttributeOwner &owner, int keyval) {
  if (int code = callDelete(call, owner, *find(*owner.attributes, keyval)))
    return code;
  // The callback may have changed the list.
  const auto place = find(*owner.attributes, keyval);
  if (place == owner.attributes->end())
    return MPI_SUCCESS;
  owner.attributes->erase(place);
  dropUser(call, keyval);
  return MPI_SUCCESS;
}

} // namespace

int createKeyval(const Call &call, AttributeKind kind, CopyAttribute copy, DeleteAttribute remove, int *keyval,
                 void *extra_state) {
  RankObjects &objects = call.objects();
  *keyval = objects.next_keyval++;
  objects.keyvals[*keyval] = {kind, copy, remove, extra_state};
  return MPI_SUCCESS;
}

int freeKeyval(const Call &call, AttributeKind kind, int *keyval) {
  Keyval *const key = keyOf(call, kind, *keyval);
  if (key == nullptr)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_KEYVAL, kBadKeyval);
  // Delete functions free the key of the attribute that goes, whoever has freed it before.
  if (!std::exchange(key->freed, true))
    dropUser(call, *keyval);
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int setAttribute(const Call &call, const AttributeOwner &owner, int keyval, void *value) {
  if (keyOf(call, owner.kind, keyval) == nullptr)
    return badKeyval(call, owner);
  const auto old = find(*owner.attributes, keyval);
  if (old == owner.attributes->end()) {
    ++keyvalsOf(call).at(keyval).users;
    owner.attributes->push_back({keyval, value});
    return MPI_SUCCESS;
  }
  if (int code = callDelete(call, owner, *old))
    return code;
  if (const auto place = find(*owner.attributes, keyval); place != owner.attributes->end())
    place->value = value;
  return MPI_SUCCESS;
}

int getAttribute(const Call &call, const AttributeOwner &owner, int keyval, void *value, int *flag) {
  *flag = 0;
  if (keyOf(call, owner.kind, keyval) == nullptr)
    return badKeyval(call, owner);
  const auto place = find(*owner.attributes, keyval);
  if (place == owner.attributes->end())
    return MPI_SUCCESS;
  *static_cast<void **>(value) = place->value;
  *flag = 1;
  return MPI_SUCCESS;
}

int deleteAttribute(const Call &call, const AttributeOwner &owner, int keyval) {
  if (keyOf(call, owner.kind, keyval) == nullptr || find(*owner.attributes, keyval) == owner.attributes->end())
    return badKeyval(call, owner);
  return drop(call, owner, keyval);
}

int copyAttributes(const Call &call, const AttributeOwner &from, const AttributeOwner &to) {
  const std::vector<Attribute> attributes = *from.attributes;
  for (const Attribute &attribute : attributes) {
    const Keyval key = keyvalsOf(call).at(attribute.keyval);
    if (key.copy == nullptr)
      continue;
    void *copy = nullptr;
    int flag = 0;
    if (int code = key.copy(from.handle, attribute.keyval, key.extra_state, attribute.value, &copy, &flag))
      return code;
    if (flag == 0)
      continue;
    ++keyvalsOf(call).at(attribute.keyval).users;
    to.attributes->push_back({attribute.keyval, copy});
  }
  return MPI_SUCCESS;
}

int removeAttributes(const Call &call, const AttributeOwner &owner) {
  while (!owner.attributes->empty())
    if (int code = drop(call, owner, owner.attributes->back().keyval))
      return code;
  return MPI_SUCCESS;
}

} // namespace maquette::mpi
