//===- runtime/mpi/bindings/type_attribute_api.cpp - names and attributes of types ---===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/type_calls.h"

#include <cstring>

using namespace maquette::mpi;

namespace maquette::mpi {

TypeExtras &typeExtras(const Call &call, MPI_Datatype type) {
  if (isPredefined(type))
    return call.objects().predefined_types[type];
  auto *const handle = reinterpret_cast<TypeHandle *>(type);
  if (!handle->extras)
    handle->extras = std::make_unique<TypeExtras>();
  return *handle->extras;
}

namespace {

/// nullptr when the rank has said nothing about the type.
const TypeExtras *extrasOf(const Call &call, MPI_Datatype type) {
  if (!isPredefined(type))
    return reinterpret_cast<TypeHandle *>(type)->extras.get();
  if (call.rank().objects == nullptr)
    return nullptr;
  const auto &all = call.objects().predefined_types;
  const auto found = all.find(type);
  return found == all.end() ? nullptr : &found->second;
}

AttributeOwner ownerOf(const Call &call, MPI_Datatype type) {
  return {AttributeKind::Datatype, type, &typeExtras(call, type).attributes};
}

} // namespace

int copyTypeAttributes(const Call &call, MPI_Datatype from, MPI_Datatype to) {
  return extrasOf(call, from) == nullptr ? MPI_SUCCESS : copyAttributes(call, ownerOf(call, from), ownerOf(call, to));
}

int removeTypeAttributes(const Call &call, MPI_Datatype type) {
  return extrasOf(call, type) == nullptr ? MPI_SUCCESS : removeAttributes(call, ownerOf(call, type));
}

} // namespace maquette::mpi

extern "C" {

int PMPI_Type_set_name(MPI_Datatype datatype, const char *name) {
  MAQUETTE_MPI_BEGIN(Type_set_name);
  if (int code = call.checkType(datatype))
    return code;
  typeExtras(call, datatype).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}

int PMPI_Type_get_name(MPI_Datatype datatype, char *name, int *length) {
  MAQUETTE_MPI_BEGIN(Type_get_name);
  if (int code = call.checkType(datatype))
    return code;
  const TypeExtras *const extras = extrasOf(call, datatype);
  const std::string &text = extras != nullptr && !extras->name.empty() ? extras->name : typeOf(datatype)->name;
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *remove, int *keyval,
                            void *extra_state) {
  MAQUETTE_MPI_BEGIN(Type_create_keyval);
  return createKeyval(call, AttributeKind::Datatype, reinterpret_cast<CopyAttribute>(copy),
                      reinterpret_cast<DeleteAttribute>(remove), keyval, extra_state);
}

int PMPI_Type_free_keyval(int *keyval) {
  MAQUETTE_MPI_BEGIN(Type_free_keyval);
  return freeKeyval(call, AttributeKind::Datatype, keyval);
}

int PMPI_Type_set_attr(MPI_Datatype datatype, int keyval, void *value) {
  MAQUETTE_MPI_BEGIN(Type_set_attr);
  if (int code = call.checkType(datatype))
    return code;
  return setAttribute(call, ownerOf(call, datatype), keyval, value);
}

int PMPI_Type_get_attr(MPI_Datatype datatype, int keyval, void *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Type_get_attr);
  if (int code = call.checkType(datatype))
    return code;
  return getAttribute(call, ownerOf(call, datatype), keyval, value, flag);
}

int PMPI_Type_delete_attr(MPI_Datatype datatype, int keyval) {
  MAQUETTE_MPI_BEGIN(Type_delete_attr);
  if (int code = call.checkType(datatype))
    return code;
  return deleteAttribute(call, ownerOf(call, datatype), keyval);
}

} // extern "C"
