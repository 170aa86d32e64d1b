//===- runtime/mpi/bindings/window_attribute_api.cpp - attributes and error handlers -===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/error_handler.h"
#include "rma/window.h"

using namespace maquette::mpi;

namespace maquette::mpi {

namespace {

AttributeOwner ownerOf(MPI_Win win) { return {AttributeKind::Window, win, &windowOf(win)->attributes}; }

/// \p value gets the base, or the address of the number.
bool getPredefined(Window &window, int keyval, void **value) {
  static const int kUnified = MPI_WIN_UNIFIED;
  Exposure &own = window.own();
  switch (keyval) {
  case MPI_WIN_BASE:
    *value = window.shared->flavor == MPI_WIN_FLAVOR_DYNAMIC ? MPI_BOTTOM : own.base;
    return true;
  case MPI_WIN_SIZE:
    *value = &own.size;
    return true;
  case MPI_WIN_DISP_UNIT:
    *value = &own.unit;
    return true;
  case MPI_WIN_CREATE_FLAVOR:
    *value = &window.shared->flavor;
    return true;
  case MPI_WIN_MODEL:
    *value = const_cast<int *>(&kUnified);
    return true;
  default:
    return false;
  }
}

} // namespace

int removeWindowAttributes(const Call &call, MPI_Win win) { return removeAttributes(call, ownerOf(win)); }

} // namespace maquette::mpi

extern "C" {

int maquette_mpi_dup_win_attribute(MPI_Win, int, void *, void *value, void *copy, int *flag) {
  *static_cast<void **>(copy) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *remove, int *keyval,
                           void *extra_state) {
  MAQUETTE_MPI_BEGIN(Win_create_keyval);
  return createKeyval(call, AttributeKind::Window, reinterpret_cast<CopyAttribute>(copy),
                      reinterpret_cast<DeleteAttribute>(remove), keyval, extra_state);
}

int PMPI_Win_free_keyval(int *keyval) {
  MAQUETTE_MPI_BEGIN(Win_free_keyval);
  return freeKeyval(call, AttributeKind::Window, keyval);
}

int PMPI_Win_set_attr(MPI_Win win, int keyval, void *value) {
  MAQUETTE_MPI_BEGIN(Win_set_attr);
  if (int code = checkWindow(call, win))
    return code;
  return setAttribute(call, ownerOf(win), keyval, value);
}

int PMPI_Win_get_attr(MPI_Win win, int keyval, void *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Win_get_attr);
  if (int code = checkWindow(call, win))
    return code;
  *flag = 1;
  if (getPredefined(*windowOf(win), keyval, static_cast<void **>(value)))
    return MPI_SUCCESS;
  return getAttribute(call, ownerOf(win), keyval, value, flag);
}

int PMPI_Win_delete_attr(MPI_Win win, int keyval) {
  MAQUETTE_MPI_BEGIN(Win_delete_attr);
  if (int code = checkWindow(call, win))
    return code;
  return deleteAttribute(call, ownerOf(win), keyval);
}

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Win_create_errhandler);
  *errhandler = newErrorHandler(function);
  return MPI_SUCCESS;
}

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  MAQUETTE_MPI_BEGIN(Win_set_errhandler);
  if (int code = checkWindow(call, win))
    return code;
  if (int code = call.checkHandler(errhandler))
    return code;
  windowOf(win)->errhandler = errhandler;
  return MPI_SUCCESS;
}

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Win_get_errhandler);
  if (int code = checkWindow(call, win))
    return code;
  *errhandler = anotherHandle(windowOf(win)->errhandler);
  return MPI_SUCCESS;
}

int PMPI_Win_call_errhandler(MPI_Win win, int code) {
  MAQUETTE_MPI_BEGIN(Win_call_errhandler);
  if (int invalid = checkWindow(call, win))
    return invalid;
  raise(call, win, code, "the program raised error " + std::to_string(code) + " [maquette-mpi-program-error]");
  return MPI_SUCCESS;
}

} // extern "C"
