//===- runtime/mpi/bindings/large_size_api.cpp - sizes of more than an int -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Large-count functions whose large numbers are no counts of elements that move: by hand, over the ordinary ones.
#include "objects/large_count.h"

#include <limits>

using namespace maquette::mpi;

namespace {

bool fits(MPI_Count value) {
  return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
}

int badUnit(const Call &call, MPI_Comm comm) {
  return call.raise(comm, MPI_ERR_DISP, "the displacement unit is above 2147483647 [maquette-mpi-unsupported]");
}

} // namespace

extern "C" {

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) {
  MAQUETTE_MPI_BEGIN(Type_size_c);
  return PMPI_Type_size_x(datatype, size);
}

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
  MAQUETTE_MPI_BEGIN(Type_get_extent_c);
  return PMPI_Type_get_extent_x(datatype, lb, extent);
}

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
  MAQUETTE_MPI_BEGIN(Type_get_true_extent_c);
  return PMPI_Type_get_true_extent_x(datatype, lb, extent);
}

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_create_c);
  call.trace(comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return fits(disp_unit) ? PMPI_Win_create(base, size, static_cast<int>(disp_unit), info, comm, win)
                         : badUnit(call, comm);
}

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate_c);
  call.trace(comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return fits(disp_unit) ? PMPI_Win_allocate(size, static_cast<int>(disp_unit), info, comm, baseptr, win)
                         : badUnit(call, comm);
}

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                               MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate_shared_c);
  call.trace(comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return fits(disp_unit) ? PMPI_Win_allocate_shared(size, static_cast<int>(disp_unit), info, comm, baseptr, win)
                         : badUnit(call, comm);
}

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) {
  MAQUETTE_MPI_BEGIN(Win_shared_query_c);
  int unit = 0;
  const int code = PMPI_Win_shared_query(win, rank, size, &unit, baseptr);
  *disp_unit = unit;
  return code;
}

int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
  MAQUETTE_MPI_BEGIN(File_get_type_extent_c);
  MPI_Aint narrow = 0;
  const int code = PMPI_File_get_type_extent(fh, datatype, &narrow);
  *extent = narrow;
  return code;
}

} // extern "C"
