//===- runtime/mpi/large_size_api.cpp - sizes of more than an int -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Large-count functions whose large numbers are no counts of elements that move: by hand, over the ordinary ones.
#include "mpi/large_count.h"

#include <limits>

using namespace maquette::mpi;

namespace {

bool fits(MPI_Count value) { return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max(); }

int badType(const Call &call) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL [maquette-mpi-argument]");
}

int badUnit(const Call &call, MPI_Comm comm) {
  return call.raise(comm, MPI_ERR_DISP, "the displacement unit is beyond 2147483647 [maquette-mpi-unsupported]");
}

} // namespace

extern "C" {

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  MAQUETTE_MPI_BEGIN(Get_count_c);
  if (datatype == MPI_DATATYPE_NULL)
    return badType(call);
  const std::int64_t size = typeOf(datatype)->size;
  *count = size == 0 ? 0 : status->maquette_bytes % size == 0 ? status->maquette_bytes / size : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  MAQUETTE_MPI_BEGIN(Get_elements_c);
  return PMPI_Get_elements_x(status, datatype, count);
}

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
  MAQUETTE_MPI_BEGIN(Status_set_elements_c);
  if (fits(count))
    return PMPI_Status_set_elements(status, datatype, static_cast<int>(count));
  if (datatype == MPI_DATATYPE_NULL)
    return badType(call);
  const std::int64_t elements = typeOf(datatype)->elementCount();
  status->maquette_bytes = elements == 0 ? 0 : count / elements * typeOf(datatype)->size;
  return MPI_SUCCESS;
}

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
  return fits(disp_unit) ? PMPI_Win_create(base, size, static_cast<int>(disp_unit), info, comm, win) : badUnit(call, comm);
}

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate_c);
  call.trace(comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return fits(disp_unit) ? PMPI_Win_allocate(size, static_cast<int>(disp_unit), info, comm, baseptr, win) : badUnit(call, comm);
}

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
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
