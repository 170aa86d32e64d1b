//===- runtime/mpi/bindings/handle_conversion_api.cpp - MPI_Comm_c2f and its like ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source    MPI 3.1, 17.2.4 and 17.2.5
#include "core/call.h"
#include "objects/handle_numbers.h"
#include "objects/handles.h"

#include <cstring>

using namespace maquette::mpi;

#define MAQUETTE_CONVERSION(kind, type)                                                                                \
  MPI_Fint PMPI_##kind##_c2f(type handle) {                                                                            \
    const Call call(CallId::MPI_##kind##_c2f, __builtin_return_address(0));                                            \
    return call ? call.mpi().handles().numbers.numberOf(handle) : 0;                                                   \
  }                                                                                                                    \
  type PMPI_##kind##_f2c(MPI_Fint handle) {                                                                            \
    const Call call(CallId::MPI_##kind##_f2c, __builtin_return_address(0));                                            \
    return reinterpret_cast<type>(call ? call.mpi().handles().numbers.handleOf(handle) : nullptr);                     \
  }

namespace {
static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint) &&
              sizeof(MPI_F08_status) == sizeof(MPI_Status));

int copyStatus(const void *from, void *to) {
  std::memcpy(to, from, sizeof(MPI_Status));
  return MPI_SUCCESS;
}
} // namespace

extern "C" {

MAQUETTE_CONVERSION(Comm, MPI_Comm)
MAQUETTE_CONVERSION(Errhandler, MPI_Errhandler)
MAQUETTE_CONVERSION(File, MPI_File)
MAQUETTE_CONVERSION(Group, MPI_Group)
MAQUETTE_CONVERSION(Info, MPI_Info)
MAQUETTE_CONVERSION(Message, MPI_Message)
MAQUETTE_CONVERSION(Op, MPI_Op)
MAQUETTE_CONVERSION(Request, MPI_Request)
MAQUETTE_CONVERSION(Type, MPI_Datatype)
MAQUETTE_CONVERSION(Win, MPI_Win)

int PMPI_Status_c2f(const MPI_Status *status, MPI_Fint *fortran_status) { return copyStatus(status, fortran_status); }
int PMPI_Status_f2c(const MPI_Fint *fortran_status, MPI_Status *status) { return copyStatus(fortran_status, status); }
int PMPI_Status_c2f08(const MPI_Status *status, MPI_F08_status *fortran_status) {
  return copyStatus(status, fortran_status);
}
int PMPI_Status_f082c(const MPI_F08_status *fortran_status, MPI_Status *status) {
  return copyStatus(fortran_status, status);
}

} // extern "C"
