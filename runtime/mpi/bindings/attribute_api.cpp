//===- runtime/mpi/bindings/attribute_api.cpp - attributes and error handlers ----===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/communicator_calls.h"
#include "objects/error_handler.h"

using namespace maquette::mpi;

namespace maquette::mpi {

namespace {

bool isPredefinedKeyval(int keyval) { return keyval >= MPI_TAG_UB && keyval <= MPI_APPNUM; }

/// Values of the predefined attributes are pointed to by what MPI_Comm_get_attr gives.
bool getPredefined(const Call &call, int keyval, void **value) {
  static const int kTagLimit = 0x7fffffff, kNoHost = MPI_PROC_NULL, kAnyIo = MPI_ANY_SOURCE, kGlobal = 1;
  static const int kLastCode = MPI_ERR_LASTCODE;
  const int *place = nullptr;
  switch (keyval) {
  case MPI_TAG_UB:
    place = &kTagLimit;
    break;
  case MPI_HOST:
    place = &kNoHost;
    break;
  case MPI_IO:
    place = &kAnyIo;
    break;
  case MPI_WTIME_IS_GLOBAL:
    place = &kGlobal;
    break;
  case MPI_LASTUSEDCODE:
    place = &kLastCode;
    break;
  case MPI_UNIVERSE_SIZE:
    place = call.mpi().communicators().universeSize();
    break;
  default:
    return false;
  }
  *value = const_cast<int *>(place);
  return true;
}

AttributeOwner ownerOf(const Call &call, MPI_Comm comm) {
  return {AttributeKind::Communicator, comm, &call.extras(comm).attributes};
}

int create(const Call &call, MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *remove, int *keyval,
           void *extra_state) {
  return createKeyval(call, AttributeKind::Communicator, reinterpret_cast<CopyAttribute>(copy),
                      reinterpret_cast<DeleteAttribute>(remove), keyval, extra_state);
}

int set(const Call &call, MPI_Comm comm, int keyval, void *value) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return setAttribute(call, ownerOf(call, comm), keyval, value);
}

int get(const Call &call, MPI_Comm comm, int keyval, void *value, int *flag) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  if (!isPredefinedKeyval(keyval))
    return getAttribute(call, ownerOf(call, comm), keyval, value, flag);
  *flag = getPredefined(call, keyval, static_cast<void **>(value)) ? 1 : 0;
  return MPI_SUCCESS;
}

int remove(const Call &call, MPI_Comm comm, int keyval) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return deleteAttribute(call, ownerOf(call, comm), keyval);
}

MPI_Errhandler newHandler(MPI_Comm_errhandler_function *function) { return newErrorHandler(function); }

int setHandler(const Call &call, MPI_Comm comm, MPI_Errhandler errhandler) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  if (int code = call.checkHandler(errhandler))
    return code;
  call.extras(comm).errhandler = errhandler;
  return MPI_SUCCESS;
}

int getHandler(const Call &call, MPI_Comm comm, MPI_Errhandler *errhandler) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  *errhandler = anotherHandle(call.extras(comm).errhandler);
  return MPI_SUCCESS;
}

} // namespace

int copyAttributes(const Call &call, MPI_Comm from, MPI_Comm to) {
  if (call.rank().objects == nullptr)
    return MPI_SUCCESS;
  return copyAttributes(call, ownerOf(call, from), ownerOf(call, to));
}

int removeAttributes(const Call &call, MPI_Comm comm) {
  if (call.rank().objects == nullptr)
    return MPI_SUCCESS;
  return removeAttributes(call, ownerOf(call, comm));
}

} // namespace maquette::mpi

extern "C" {

int maquette_mpi_dup_type_attribute(MPI_Datatype, int, void *, void *value, void *copy, int *flag) {
  *static_cast<void **>(copy) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

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
  return freeKeyval(call, AttributeKind::Communicator, keyval);
}
int PMPI_Keyval_free(int *keyval) {
  MAQUETTE_MPI_BEGIN(Keyval_free);
  return freeKeyval(call, AttributeKind::Communicator, keyval);
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
  call.raise(comm, code, "the program raised error " + std::to_string(code) + " [maquette-mpi-program-error]");
  return MPI_SUCCESS;
}
int PMPI_Errhandler_free(MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Errhandler_free);
  if (int code = call.checkHandler(*errhandler))
    return code;
  if (!isPredefined(*errhandler))
    --errorHandler(*errhandler)->handles;
  *errhandler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

} // extern "C"
