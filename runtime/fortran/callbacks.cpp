//===- runtime/fortran/callbacks.cpp - MPI functions that get functions of the program -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Fortran function takes handles as numbers. Reductions and error handlers carry an adapter that calls it so;
/// elsewhere MPI passes an extra state on, and ours holds the program's functions with the program's own extra state.
#include "binding.h"

#include "objects/error_handler.h"
#include "objects/handles.h"
#include "objects/op.h"

using namespace maquette::fortran;
namespace mpi = maquette::mpi;

namespace {

mpi::HandleNumbers &numbers() { return maquette::mpi::mpiOf(*maquette::runtime::currentWorld()).handles().numbers; }

using Operation = void(void *from, void *to, MPI_Fint *length, MPI_Fint *type);

void reduce(MPI_User_function *function, void *from, void *to, int *length, MPI_Datatype *type) {
  MPI_Fint number = numbers().numberOf(*type);
  reinterpret_cast<Operation *>(function)(from, to, length, &number);
}

/// \p handle points to an object of any kind: their numbers are common.
void handleError(mpi::ErrorHandler::Function function, void *handle, int *code) {
  MPI_Fint number = numbers().numberOf(*static_cast<void **>(handle));
  reinterpret_cast<void (*)(MPI_Fint *, MPI_Fint *)>(function)(&number, code);
}

template <class Program, class Create>
void createHandler(const Binding &call, void (*function)(), MPI_Fint *errhandler, MPI_Fint *ierror, Create create) {
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  const int code = create(reinterpret_cast<Program *>(function), &made);
  if (code == MPI_SUCCESS)
    mpi::errorHandler(made)->adapter = handleError;
  *errhandler = call.numberOf(made);
  call.end(ierror, code);
}

/// Lives until the simulation ends: a generalized request or representation of files is seldom made and has no end that
/// all see.
struct Grequest {
  void (*query)(MPI_Aint *extra_state, MPI_Fint *status, MPI_Fint *ierror);
  void (*free)(MPI_Aint *extra_state, MPI_Fint *ierror);
  void (*cancel)(MPI_Aint *extra_state, MPI_Fint *complete, MPI_Fint *ierror);
  MPI_Aint *extra_state; ///< The program's variable, as in real libraries: what a callback writes there, it sees.

  static int queryIt(void *state, MPI_Status *status) {
    auto *const request = static_cast<Grequest *>(state);
    MPI_Fint numbers[MPI_F_STATUS_SIZE], ierror = MPI_SUCCESS;
    std::memcpy(numbers, status, sizeof *status);
    request->query(request->extra_state, numbers, &ierror);
    std::memcpy(status, numbers, sizeof *status);
    return ierror;
  }
  static int freeIt(void *state) {
    auto *const request = static_cast<Grequest *>(state);
    MPI_Fint ierror = MPI_SUCCESS;
    request->free(request->extra_state, &ierror);
    delete request;
    return ierror;
  }
  static int cancelIt(void *state, int complete) {
    auto *const request = static_cast<Grequest *>(state);
    MPI_Fint ierror = MPI_SUCCESS;
    request->cancel(request->extra_state, &complete, &ierror);
    return ierror;
  }
};

struct Datarep {
  using Conversion = void(void *user, MPI_Fint *type, MPI_Fint *count, void *file, MPI_Offset *position,
                          MPI_Aint *extra_state, MPI_Fint *ierror);
  Conversion *read, *write;
  void (*extent)(MPI_Fint *type, MPI_Aint *extent, MPI_Aint *extra_state, MPI_Fint *ierror);
  MPI_Aint extra_state;

  int convert(Conversion *conversion, void *user, MPI_Datatype type, int count, void *file, MPI_Offset position) {
    MPI_Fint number = numbers().numberOf(type), ierror = MPI_SUCCESS;
    conversion(user, &number, &count, file, &position, &extra_state, &ierror);
    return ierror;
  }
  static int readIt(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state) {
    auto *const datarep = static_cast<Datarep *>(state);
    return datarep->convert(datarep->read, user, type, count, file, position);
  }
  static int writeIt(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state) {
    auto *const datarep = static_cast<Datarep *>(state);
    return datarep->convert(datarep->write, user, type, count, file, position);
  }
  static int extentOf(MPI_Datatype type, MPI_Aint *result, void *state) {
    auto *const datarep = static_cast<Datarep *>(state);
    MPI_Fint number = numbers().numberOf(type), ierror = MPI_SUCCESS;
    datarep->extent(&number, result, &datarep->extra_state, &ierror);
    return ierror;
  }
};

} // namespace

MAQUETTE_FORTRAN_ENTRY void pmpi_conversion_fn_null_() {}

MAQUETTE_FORTRAN_ENTRY void pmpi_op_create_(MPI_User_function *function, const MPI_Fint *commute, MPI_Fint *op,
                                            MPI_Fint *ierror) {
  MAQUETTE_FORTRAN_BEGIN;
  MPI_Op made = MPI_OP_NULL;
  const int code = PMPI_Op_create(function, *commute, &made);
  if (code == MPI_SUCCESS)
    mpi::userOp(made)->adapter = reduce;
  *op = call.numberOf(made);
  call.end(ierror, code);
}

#define MAQUETTE_CREATE_HANDLER(lower, name, type)                                                                     \
  MAQUETTE_FORTRAN_ENTRY void pmpi_##lower##_(void (*function)(), MPI_Fint *errhandler, MPI_Fint *ierror) {            \
    MAQUETTE_FORTRAN_BEGIN;                                                                                            \
    createHandler<type>(call, function, errhandler, ierror, PMPI_##name);                                              \
  }                                                                                                                    \
  MAQUETTE_FORTRAN_NAME(mpi_##lower##_)

MAQUETTE_CREATE_HANDLER(comm_create_errhandler, Comm_create_errhandler, MPI_Comm_errhandler_function)
MAQUETTE_CREATE_HANDLER(errhandler_create, Errhandler_create, MPI_Handler_function)
MAQUETTE_CREATE_HANDLER(win_create_errhandler, Win_create_errhandler, MPI_Win_errhandler_function)
MAQUETTE_CREATE_HANDLER(file_create_errhandler, File_create_errhandler, MPI_File_errhandler_function)
MAQUETTE_CREATE_HANDLER(session_create_errhandler, Session_create_errhandler, MPI_Session_errhandler_function)

MAQUETTE_FORTRAN_ENTRY void pmpi_grequest_start_(decltype(Grequest::query) query, decltype(Grequest::free) free,
                                                 decltype(Grequest::cancel) cancel, MPI_Aint *extra_state,
                                                 MPI_Fint *request, MPI_Fint *ierror) {
  MAQUETTE_FORTRAN_BEGIN;
  call.end(ierror,
           PMPI_Grequest_start(Grequest::queryIt, Grequest::freeIt, Grequest::cancelIt,
                               new Grequest{query, free, cancel, extra_state}, Out<MPI_Request>(call, request)));
}

MAQUETTE_FORTRAN_ENTRY void pmpi_register_datarep_(const char *datarep, Datarep::Conversion *read,
                                                   Datarep::Conversion *write, decltype(Datarep::extent) extent,
                                                   const MPI_Aint *extra_state, MPI_Fint *ierror,
                                                   std::size_t datarep_length) {
  MAQUETTE_FORTRAN_BEGIN;
  const auto isNull = [](Datarep::Conversion *function) {
    return reinterpret_cast<void (*)()>(function) == pmpi_conversion_fn_null_;
  };
  call.end(ierror, PMPI_Register_datarep(TextIn(datarep, datarep_length, Blanks::KeepLeading),
                                         isNull(read) ? MPI_CONVERSION_FN_NULL : Datarep::readIt,
                                         isNull(write) ? MPI_CONVERSION_FN_NULL : Datarep::writeIt, Datarep::extentOf,
                                         new Datarep{read, write, extent, *extra_state}));
}

MAQUETTE_FORTRAN_NAME(mpi_op_create_)
MAQUETTE_FORTRAN_NAME(mpi_grequest_start_)
MAQUETTE_FORTRAN_NAME(mpi_register_datarep_)
// One name: its address is compared.
asm(".globl mpi_conversion_fn_null_\n.set mpi_conversion_fn_null_, pmpi_conversion_fn_null_\n");
