//===- runtime/mpi/attribute_api.cpp - attributes and error handlers --------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/communicator_calls.h"

#include <algorithm>

using namespace maquette::mpi;

namespace maquette::mpi {

namespace {

bool isPredefinedKeyval(int keyval) { return keyval >= MPI_TAG_UB && keyval <= MPI_APPNUM; }

Keyval *keyvalOf(const Call &call, int keyval) {
  auto &keyvals = call.mpi().objects(call.rank()).keyvals;
  auto found = keyvals.find(keyval);
  return found == keyvals.end() ? nullptr : &found->second;
}

int badKeyval(const Call &call) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_KEYVAL, "there is no such attribute key [maquette-mpi-argument]");
}

int create(const Call &call, MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *remove, int *keyval,
           void *extra_state) {
  RankObjects &objects = call.mpi().objects(call.rank());
  *keyval = objects.next_keyval++;
  objects.keyvals[*keyval] = {copy, remove, extra_state};
  return MPI_SUCCESS;
}

int set(const Call &call, MPI_Comm comm, int keyval, void *value) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  const Keyval *const key = keyvalOf(call, keyval);
  if (key == nullptr)
    return badKeyval(call);
  for (Attribute &attribute : call.mpi().extras(call.rank(), comm).attributes)
    if (attribute.keyval == keyval) {
      const int code = key->remove != nullptr ? key->remove(comm, keyval, attribute.value, key->extra_state) : MPI_SUCCESS;
      if (code == MPI_SUCCESS)
        attribute.value = value;
      return code;
    }
  call.mpi().extras(call.rank(), comm).attributes.push_back({keyval, value});
  return MPI_SUCCESS;
}

/// Values of the predefined attributes are pointed to by what MPI_Comm_get_attr gives.
bool getPredefined(const Call &call, int keyval, void **value) {
  static const int kTagLimit = 0x7fffffff, kNoHost = MPI_PROC_NULL, kAnyIo = MPI_ANY_SOURCE, kGlobal = 1;
  static const int kLastCode = MPI_ERR_LASTCODE;
  const int *place = nullptr;
  switch (keyval) {
  case MPI_TAG_UB: place = &kTagLimit; break;
  case MPI_HOST: place = &kNoHost; break;
  case MPI_IO: place = &kAnyIo; break;
  case MPI_WTIME_IS_GLOBAL: place = &kGlobal; break;
  case MPI_LASTUSEDCODE: place = &kLastCode; break;
  case MPI_UNIVERSE_SIZE: place = call.mpi().universeSize(); break;
  default: return false;
  }
  *value = const_cast<int *>(place);
  return true;
}

int get(const Call &call, MPI_Comm comm, int keyval, void *value, int *flag) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  void **const result = static_cast<void **>(value);
  *flag = 0;
  if (isPredefinedKeyval(keyval)) {
    *flag = getPredefined(call, keyval, result) ? 1 : 0;
    return MPI_SUCCESS;
  }
  for (const Attribute &attribute : call.mpi().extras(call.rank(), comm).attributes)
    if (attribute.keyval == keyval) {
      *result = attribute.value;
      *flag = 1;
    }
  return MPI_SUCCESS;
}

int remove(const Call &call, MPI_Comm comm, int keyval) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  auto &attributes = call.mpi().extras(call.rank(), comm).attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].keyval != keyval)
      continue;
    const Keyval *const key = keyvalOf(call, keyval);
    if (key != nullptr && key->remove != nullptr)
      if (int code = key->remove(comm, keyval, attributes[i].value, key->extra_state))
        return code;
    attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(i));
    return MPI_SUCCESS;
  }
  return badKeyval(call);
}

// A key that still has attributes stays usable for them: MPI 3.1, 6.7.2. Only the handle goes.
int freeKeyval(const Call &call, int *keyval) {
  if (keyvalOf(call, *keyval) == nullptr)
    return badKeyval(call);
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

MPI_Errhandler newHandler(MPI_Comm_errhandler_function *function) {
  return reinterpret_cast<MPI_Errhandler>(new MPI_Comm_errhandler_function *(function));
}

int setHandler(const Call &call, MPI_Comm comm, MPI_Errhandler errhandler) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  call.mpi().extras(call.rank(), comm).errhandler = errhandler;
  return MPI_SUCCESS;
}

int getHandler(const Call &call, MPI_Comm comm, MPI_Errhandler *errhandler) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  *errhandler = call.mpi().extras(call.rank(), comm).errhandler;
  return MPI_SUCCESS;
}

} // namespace

int copyAttributes(const Call &call, MPI_Comm from, MPI_Comm to) {
  if (call.rank().objects == nullptr)
    return MPI_SUCCESS;
  const std::vector<Attribute> attributes = call.mpi().extras(call.rank(), from).attributes;
  for (const Attribute &attribute : attributes) {
    const Keyval *const key = keyvalOf(call, attribute.keyval);
    if (key == nullptr || key->copy == nullptr)
      continue;
    void *copy = nullptr;
    int flag = 0;
    if (int code = key->copy(from, attribute.keyval, key->extra_state, attribute.value, &copy, &flag))
      return code;
    if (flag != 0)
      call.mpi().extras(call.rank(), to).attributes.push_back({attribute.keyval, copy});
  }
  return MPI_SUCCESS;
}

int removeAttributes(const Call &call, MPI_Comm comm) {
  if (call.rank().objects == nullptr)
    return MPI_SUCCESS;
  // The last one set goes first.
  while (!call.mpi().extras(call.rank(), comm).attributes.empty())
    if (int code = remove(call, comm, call.mpi().extras(call.rank(), comm).attributes.back().keyval))
      return code;
  return MPI_SUCCESS;
}

} // namespace maquette::mpi

extern "C" {

int maquette_mpi_dup_attribute(MPI_Comm, int, void *, void *value, void *copy, int *flag) {
  *static_cast<void **>(copy) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *remove, int *keyval,
                            void *extra_state) {
  MAQUETTE_MPI_BEGIN(Comm_create_keyval);
  return create(call, copy, remove, keyval, extra_state);
}
int PMPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval, void *extra_state) {
  MAQUETTE_MPI_BEGIN(Keyval_create);
  return create(call, copy, remove, keyval, extra_state);
}
int PMPI_Comm_free_keyval(int *keyval) {
  MAQUETTE_MPI_BEGIN(Comm_free_keyval);
  return freeKeyval(call, keyval);
}
int PMPI_Keyval_free(int *keyval) {
  MAQUETTE_MPI_BEGIN(Keyval_free);
  return freeKeyval(call, keyval);
}
int PMPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value) {
  MAQUETTE_MPI_BEGIN(Comm_set_attr);
  return set(call, comm, keyval, value);
}
int PMPI_Attr_put(MPI_Comm comm, int keyval, void *value) {
  MAQUETTE_MPI_BEGIN(Attr_put);
  return set(call, comm, keyval, value);
}
int PMPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Comm_get_attr);
  return get(call, comm, keyval, value, flag);
}
int PMPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Attr_get);
  return get(call, comm, keyval, value, flag);
}
int PMPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  MAQUETTE_MPI_BEGIN(Comm_delete_attr);
  return maquette::mpi::remove(call, comm, keyval);
}
int PMPI_Attr_delete(MPI_Comm comm, int keyval) {
  MAQUETTE_MPI_BEGIN(Attr_delete);
  return maquette::mpi::remove(call, comm, keyval);
}

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Comm_create_errhandler);
  *errhandler = newHandler(function);
  return MPI_SUCCESS;
}
int PMPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Errhandler_create);
  *errhandler = newHandler(function);
  return MPI_SUCCESS;
}
int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  MAQUETTE_MPI_BEGIN(Comm_set_errhandler);
  return setHandler(call, comm, errhandler);
}
int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
  MAQUETTE_MPI_BEGIN(Errhandler_set);
  return setHandler(call, comm, errhandler);
}
int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Comm_get_errhandler);
  return getHandler(call, comm, errhandler);
}
int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Errhandler_get);
  return getHandler(call, comm, errhandler);
}
int PMPI_Comm_call_errhandler(MPI_Comm comm, int code) {
  MAQUETTE_MPI_BEGIN(Comm_call_errhandler);
  call.raise(comm, code, "the program reports error " + std::to_string(code) + " [maquette-mpi-program-error]");
  return MPI_SUCCESS;
}
// A handler may still be set on a communicator, so the object stays.
int PMPI_Errhandler_free(MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Errhandler_free);
  *errhandler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

} // extern "C"
