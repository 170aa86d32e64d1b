//===- runtime/mpi/window_attribute_api.cpp - attributes and error handlers -===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/window.h"

using namespace maquette::mpi;

namespace maquette::mpi {

namespace {

WindowKeyval *keyvalOf(const Call &call, int keyval) {
  auto &keyvals = call.mpi().oneSided().keyvals(call.rank().id);
  auto found = keyvals.find(keyval);
  return found == keyvals.end() ? nullptr : &found->second;
}

void dropUser(const Call &call, int keyval) {
  auto &keyvals = call.mpi().oneSided().keyvals(call.rank().id);
  if (auto found = keyvals.find(keyval); found != keyvals.end() && --found->second.users == 0)
    keyvals.erase(found);
}

int badKeyval(const Call &call, MPI_Win win) {
  return raise(call, win, MPI_ERR_KEYVAL, "there is no such attribute key [maquette-mpi-argument]");
}

int removeAttribute(const Call &call, MPI_Win win, int keyval) {
  std::vector<Attribute> &attributes = windowOf(win)->attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].keyval != keyval)
      continue;
    const WindowKeyval *const key = keyvalOf(call, keyval);
    if (key != nullptr && key->remove != nullptr)
      if (int code = key->remove(win, keyval, attributes[i].value, key->extra_state))
        return code;
    attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(i));
    dropUser(call, keyval);
    return MPI_SUCCESS;
  }
  return badKeyval(call, win);
}

/// \p value gets the base, or the address of the number.
bool getPredefined(Window &window, int keyval, void **value) {
  static const int kUnified = MPI_WIN_UNIFIED;
  Exposure &own = window.own();
  switch (keyval) {
  case MPI_WIN_BASE: *value = window.shared->flavor == MPI_WIN_FLAVOR_DYNAMIC ? MPI_BOTTOM : own.base; return true;
  case MPI_WIN_SIZE: *value = &own.size; return true;
  case MPI_WIN_DISP_UNIT: *value = &own.unit; return true;
  case MPI_WIN_CREATE_FLAVOR: *value = &window.shared->flavor; return true;
  case MPI_WIN_MODEL: *value = const_cast<int *>(&kUnified); return true;
  default: return false;
  }
}

} // namespace

int removeWindowAttributes(const Call &call, MPI_Win win) {
  // The last one set goes first.
  while (!windowOf(win)->attributes.empty())
    if (int code = removeAttribute(call, win, windowOf(win)->attributes.back().keyval))
      return code;
  return MPI_SUCCESS;
}

} // namespace maquette::mpi

extern "C" {

int maquette_mpi_dup_win_attribute(MPI_Win, int, void *, void *value, void *copy, int *flag) {
  *static_cast<void **>(copy) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *remove, int *keyval, void *extra_state) {
  MAQUETTE_MPI_BEGIN(Win_create_keyval);
  // Keys are told apart by object: numbers come from one row.
  *keyval = call.mpi().objects(call.rank()).next_keyval++;
  call.mpi().oneSided().keyvals(call.rank().id)[*keyval] = {copy, remove, extra_state};
  return MPI_SUCCESS;
}

/// The key serves the attributes that have it until they are gone.
int PMPI_Win_free_keyval(int *keyval) {
  MAQUETTE_MPI_BEGIN(Win_free_keyval);
  if (keyvalOf(call, *keyval) == nullptr)
    return badKeyval(call, MPI_WIN_NULL);
  dropUser(call, *keyval);
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int PMPI_Win_set_attr(MPI_Win win, int keyval, void *value) {
  MAQUETTE_MPI_BEGIN(Win_set_attr);
  if (int code = checkWindow(call, win))
    return code;
  WindowKeyval *const key = keyvalOf(call, keyval);
  if (key == nullptr)
    return badKeyval(call, win);
  for (Attribute &attribute : windowOf(win)->attributes)
    if (attribute.keyval == keyval) {
      const int code = key->remove != nullptr ? key->remove(win, keyval, attribute.value, key->extra_state) : MPI_SUCCESS;
      if (code == MPI_SUCCESS)
        attribute.value = value;
      return code;
    }
  windowOf(win)->attributes.push_back({keyval, value});
  ++key->users;
  return MPI_SUCCESS;
}

int PMPI_Win_get_attr(MPI_Win win, int keyval, void *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Win_get_attr);
  if (int code = checkWindow(call, win))
    return code;
  void **const result = static_cast<void **>(value);
  *flag = getPredefined(*windowOf(win), keyval, result) ? 1 : 0;
  for (const Attribute &attribute : windowOf(win)->attributes)
    if (attribute.keyval == keyval) {
      *result = attribute.value;
      *flag = 1;
    }
  return MPI_SUCCESS;
}

int PMPI_Win_delete_attr(MPI_Win win, int keyval) {
  MAQUETTE_MPI_BEGIN(Win_delete_attr);
  if (int code = checkWindow(call, win))
    return code;
  return removeAttribute(call, win, keyval);
}

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Win_create_errhandler);
  *errhandler = reinterpret_cast<MPI_Errhandler>(new MPI_Win_errhandler_function *(function));
  return MPI_SUCCESS;
}

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  MAQUETTE_MPI_BEGIN(Win_set_errhandler);
  if (int code = checkWindow(call, win))
    return code;
  windowOf(win)->errhandler = errhandler;
  return MPI_SUCCESS;
}

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Win_get_errhandler);
  if (int code = checkWindow(call, win))
    return code;
  *errhandler = windowOf(win)->errhandler;
  return MPI_SUCCESS;
}

int PMPI_Win_call_errhandler(MPI_Win win, int code) {
  MAQUETTE_MPI_BEGIN(Win_call_errhandler);
  if (int invalid = checkWindow(call, win))
    return invalid;
  raise(call, win, code, "the program reports error " + std::to_string(code) + " [maquette-mpi-program-error]");
  return MPI_SUCCESS;
}

} // extern "C"
