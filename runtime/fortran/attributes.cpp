//===- runtime/fortran/attributes.cpp - attributes, whose values are integers in Fortran -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The value of an attribute is an integer of kind MPI_ADDRESS_KIND. Values of the predefined attributes, which C
/// points to, are read.
///
/// An attribute that C set is the address that C gave; one that Fortran set is, in C, a pointer to the integer.
///
/// Source    MPI 3.1, 6.7 and 17.2.7
#include "binding.h"

#include "objects/handles.h"

using namespace maquette::fortran;

namespace {

template <class Integer>
using Copy = void(MPI_Fint *handle, MPI_Fint *keyval, Integer *extra_state, Integer *value, Integer *copy,
                  MPI_Fint *flag, MPI_Fint *ierror);
template <class Integer>
using Delete = void(MPI_Fint *handle, MPI_Fint *keyval, Integer *value, Integer *extra_state, MPI_Fint *ierror);

maquette::mpi::HandleNumbers &numbers() {
  return maquette::mpi::mpiOf(*maquette::runtime::currentWorld()).handles().numbers;
}

/// The functions of a key. Lives until the simulation ends: attributes may outlive their key.
template <class Integer> struct Key {
  Copy<Integer> *copy;
  Delete<Integer> *remove;
  Integer extra_state;

  static Integer integerOf(void *value) { return static_cast<Integer>(numbers().integerAt(value)); }
  static MPI_Fint numberOf(void *handle) { return numbers().numberOf(handle); }

  template <class Handle>
  static int copyIt(Handle handle, int keyval, void *state, void *value, void *copy, int *flag) {
    Key *const key = static_cast<Key *>(state);
    MPI_Fint number = numberOf(handle), ierror = MPI_SUCCESS;
    Integer from = integerOf(value), to = 0;
    key->copy(&number, &keyval, &key->extra_state, &from, &to, flag, &ierror);
    if (*flag != 0)
      *static_cast<void **>(copy) = numbers().placeOf(static_cast<std::intptr_t>(to));
    return ierror;
  }
  template <class Handle> static int removeIt(Handle handle, int keyval, void *value, void *state) {
    Key *const key = static_cast<Key *>(state);
    MPI_Fint number = numberOf(handle), ierror = MPI_SUCCESS;
    Integer old = integerOf(value);
    key->remove(&number, &keyval, &old, &key->extra_state, &ierror);
    return ierror;
  }
};

template <class Handle, class Integer, class Create>
int createKey(Create create, Copy<Integer> *copy, Delete<Integer> *remove, MPI_Fint *keyval,
              const Integer *extra_state) {
  auto *const key = new Key<Integer>{copy, remove, *extra_state};
  return create(Key<Integer>::template copyIt<Handle>, Key<Integer>::template removeIt<Handle>, keyval, key);
}

template <class Handle, class Integer, class Set>
int setValue(Set set, Handle handle, MPI_Fint keyval, const Integer *value) {
  return set(handle, keyval, numbers().placeOf(static_cast<std::intptr_t>(*value)));
}

/// Where C finds the value of a predefined attribute: an int, an address-sized integer, or the pointer itself is the
/// value.
enum class Form : std::uint8_t { Value, Int, Address };

Form formOf(int keyval) {
  if ((keyval >= MPI_TAG_UB && keyval <= MPI_APPNUM) || (keyval >= MPI_WIN_DISP_UNIT && keyval <= MPI_WIN_MODEL))
    return Form::Int;
  return keyval == MPI_WIN_SIZE ? Form::Address : Form::Value;
}

template <class Handle, class Integer, class Get>
int getValue(Get get, Handle handle, MPI_Fint keyval, Integer *value, MPI_Fint *flag) {
  void *found = nullptr;
  const int code = get(handle, keyval, &found, flag);
  if (code != MPI_SUCCESS || *flag == 0)
    return code;
  switch (formOf(keyval)) {
  case Form::Value:
    *value = static_cast<Integer>(numbers().integerAt(found));
    break;
  case Form::Int:
    *value = *static_cast<int *>(found);
    break;
  case Form::Address:
    *value = static_cast<Integer>(*static_cast<MPI_Aint *>(found));
    break;
  }
  return code;
}

template <class Integer> void copyValue(Integer *value, Integer *copy, MPI_Fint *flag, MPI_Fint *ierror) {
  *copy = *value;
  *flag = 1;
  *ierror = MPI_SUCCESS;
}

} // namespace

#define MAQUETTE_KEYS(kind, type, integer, create, create_name, set, set_name, get, get_name)                          \
  MAQUETTE_FORTRAN_ENTRY void pmpi_##create##_(Copy<integer> *copy, Delete<integer> *remove, MPI_Fint *keyval,         \
                                               const integer *extra_state, MPI_Fint *ierror) {                         \
    MAQUETTE_FORTRAN_BEGIN;                                                                                            \
    call.end(ierror, createKey<type>(PMPI_##create_name, copy, remove, keyval, extra_state));                          \
  }                                                                                                                    \
  MAQUETTE_FORTRAN_ENTRY void pmpi_##set##_(MPI_Fint *handle, MPI_Fint *keyval, const integer *value,                  \
                                            MPI_Fint *ierror) {                                                        \
    MAQUETTE_FORTRAN_BEGIN;                                                                                            \
    call.end(ierror, setValue(PMPI_##set_name, call.in<type>(handle), *keyval, value));                                \
  }                                                                                                                    \
  MAQUETTE_FORTRAN_ENTRY void pmpi_##get##_(MPI_Fint *handle, MPI_Fint *keyval, integer *value, MPI_Fint *flag,        \
                                            MPI_Fint *ierror) {                                                        \
    MAQUETTE_FORTRAN_BEGIN;                                                                                            \
    call.end(ierror, getValue(PMPI_##get_name, call.in<type>(handle), *keyval, value, flag));                          \
  }                                                                                                                    \
  MAQUETTE_FORTRAN_NAME(mpi_##create##_)                                                                               \
  MAQUETTE_FORTRAN_NAME(mpi_##set##_)                                                                                  \
  MAQUETTE_FORTRAN_NAME(mpi_##get##_)                                                                                  \
  MAQUETTE_FORTRAN_ENTRY void mpi_##kind##null_copy_fn_(MPI_Fint *, MPI_Fint *, integer *, integer *, integer *,       \
                                                        MPI_Fint *flag, MPI_Fint *ierror) {                            \
    *flag = 0;                                                                                                         \
    *ierror = MPI_SUCCESS;                                                                                             \
  }                                                                                                                    \
  MAQUETTE_FORTRAN_ENTRY void mpi_##kind##null_delete_fn_(MPI_Fint *, MPI_Fint *, integer *, integer *,                \
                                                          MPI_Fint *ierror) {                                          \
    *ierror = MPI_SUCCESS;                                                                                             \
  }                                                                                                                    \
  MAQUETTE_FORTRAN_ENTRY void mpi_##kind##dup_fn_(MPI_Fint *, MPI_Fint *, integer *, integer *value, integer *copy,    \
                                                  MPI_Fint *flag, MPI_Fint *ierror) {                                  \
    copyValue(value, copy, flag, ierror);                                                                              \
  }

MAQUETTE_KEYS(comm_, MPI_Comm, MPI_Aint, comm_create_keyval, Comm_create_keyval, comm_set_attr, Comm_set_attr,
              comm_get_attr, Comm_get_attr)
MAQUETTE_KEYS(type_, MPI_Datatype, MPI_Aint, type_create_keyval, Type_create_keyval, type_set_attr, Type_set_attr,
              type_get_attr, Type_get_attr)
MAQUETTE_KEYS(win_, MPI_Win, MPI_Aint, win_create_keyval, Win_create_keyval, win_set_attr, Win_set_attr, win_get_attr,
              Win_get_attr)
MAQUETTE_KEYS(, MPI_Comm, MPI_Fint, keyval_create, Keyval_create, attr_put, Attr_put, attr_get, Attr_get)
