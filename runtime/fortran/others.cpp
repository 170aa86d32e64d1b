//===- runtime/fortran/others.cpp - MPI functions whose Fortran form is not C's -===//
// SPDX-License-Identifier: Apache-2.0
#include "binding.h"

#include <algorithm>

using namespace maquette::fortran;

namespace {

int detach(MPI_Fint *size, void **buffer) { return PMPI_Buffer_detach(buffer, size); }

} // namespace

/// A buffer has no address that Fortran could be given back.
MAQUETTE_FORTRAN_ENTRY void pmpi_buffer_detach_(void *, MPI_Fint *size, MPI_Fint *ierror) {
  MAQUETTE_FORTRAN_BEGIN;
  void *buffer = nullptr;
  call.end(ierror, detach(size, &buffer));
}

/// mpi_f08 has a TYPE(C_PTR) for it.
MAQUETTE_FORTRAN_ENTRY void maquette_f08_buffer_detach_(void **buffer, MPI_Fint *size, MPI_Fint *ierror) {
  MAQUETTE_FORTRAN_BEGIN;
  call.end(ierror, detach(size, buffer));
}

MAQUETTE_FORTRAN_ENTRY void pmpi_type_get_contents_(MPI_Fint *datatype, MPI_Fint *max_integers, MPI_Fint *max_addresses,
                                                    MPI_Fint *max_datatypes, MPI_Fint *integers, MPI_Aint *addresses,
                                                    MPI_Fint *datatypes, MPI_Fint *ierror) {
  MAQUETTE_FORTRAN_BEGIN;
  const auto type = call.in<MPI_Datatype>(datatype);
  int integer_count = 0, address_count = 0, type_count = 0, combiner = 0;
  int code = PMPI_Type_get_envelope(type, &integer_count, &address_count, &type_count, &combiner);
  std::vector<MPI_Datatype> types(static_cast<std::size_t>(std::max(*max_datatypes, 0)));
  if (code == MPI_SUCCESS)
    code =
        PMPI_Type_get_contents(type, *max_integers, *max_addresses, *max_datatypes, integers, addresses, types.data());
  for (int i = 0; code == MPI_SUCCESS && i < type_count; ++i)
    datatypes[i] = call.numberOf(types[static_cast<std::size_t>(i)]);
  call.end(ierror, code);
}

// Refused by name, whatever the arguments: a simulation has the ranks it was started with.
MAQUETTE_FORTRAN_ENTRY void pmpi_comm_spawn_(const char *command, const char *, MPI_Fint *maxprocs, MPI_Fint *info,
                                             MPI_Fint *root, MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint *codes,
                                             MPI_Fint *ierror, std::size_t command_length, std::size_t) {
  MAQUETTE_FORTRAN_BEGIN;
  call.end(ierror, PMPI_Comm_spawn(TextIn(command, command_length, Blanks::KeepLeading), MPI_ARGV_NULL, *maxprocs,
                                   call.in<MPI_Info>(info), *root, call.in<MPI_Comm>(comm),
                                   Out<MPI_Comm>(call, intercomm), codesAt(codes)));
}

MAQUETTE_FORTRAN_ENTRY void pmpi_comm_spawn_multiple_(MPI_Fint *count, const char *command, const char *,
                                                      MPI_Fint *maxprocs, MPI_Fint *infos, MPI_Fint *root,
                                                      MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint *codes,
                                                      MPI_Fint *ierror, std::size_t command_length, std::size_t) {
  MAQUETTE_FORTRAN_BEGIN;
  std::vector<std::string> texts;
  std::vector<char *> commands;
  for (int i = 0; i < *count; ++i)
    texts.emplace_back(
        TextIn(command + static_cast<std::size_t>(i) * command_length, command_length, Blanks::KeepLeading));
  for (std::string &text : texts)
    commands.push_back(text.data());
  call.end(ierror, PMPI_Comm_spawn_multiple(*count, commands.data(), MPI_ARGVS_NULL, maxprocs,
                                            Handles<MPI_Info>(call, infos, *count), *root, call.in<MPI_Comm>(comm),
                                            Out<MPI_Comm>(call, intercomm), codesAt(codes)));
}

/// Fortran programs call it so that the compiler takes a variable for changed.
MAQUETTE_FORTRAN_ENTRY void pmpi_f_sync_reg_(void *) {}

MAQUETTE_FORTRAN_NAME(mpi_buffer_detach_)
MAQUETTE_FORTRAN_NAME(mpi_type_get_contents_)
MAQUETTE_FORTRAN_NAME(mpi_comm_spawn_)
MAQUETTE_FORTRAN_NAME(mpi_comm_spawn_multiple_)
MAQUETTE_FORTRAN_NAME(mpi_f_sync_reg_)
