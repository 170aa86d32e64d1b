//===- runtime/mpi/bindings/status_api.cpp - what a status says ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"

#include <limits>

using namespace maquette::mpi;

namespace {

/// MPI_UNDEFINED where \p count is too large for the caller's type.
void give(MPI_Count count, int *to) {
  *to = count > std::numeric_limits<int>::max() ? MPI_UNDEFINED : static_cast<int>(count);
}
void give(MPI_Count count, MPI_Count *to) { *to = count; }

/// Whole elements.
template <class Number> int count(const Call &call, const MPI_Status *status, MPI_Datatype datatype, Number *to) {
  if (int code = call.checkType(datatype))
    return code;
  const std::int64_t size = typeOf(datatype)->size, bytes = status->maquette_bytes;
  if (size == 0)
    give(bytes == 0 ? 0 : MPI_UNDEFINED, to);
  else
    give(bytes % size == 0 ? bytes / size : MPI_UNDEFINED, to);
  return MPI_SUCCESS;
}

/// Basic elements.
template <class Number> int elements(const Call &call, const MPI_Status *status, MPI_Datatype datatype, Number *to) {
  if (int code = call.checkType(datatype))
    return code;
  const std::int64_t found = elementsIn(*typeOf(datatype), status->maquette_bytes);
  give(found < 0 ? MPI_UNDEFINED : found, to);
  return MPI_SUCCESS;
}

int setElements(const Call &call, MPI_Status *status, MPI_Datatype datatype, MPI_Count number) {
  if (int code = call.checkType(datatype))
    return code;
  if (int code = call.checkData(MPI_COMM_WORLD, number, MPI_BYTE))
    return code;
  status->maquette_bytes = bytesOf(*typeOf(datatype), number);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *to) {
  MAQUETTE_MPI_BEGIN(Get_count);
  return count(call, status, datatype, to);
}
int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *to) {
  MAQUETTE_MPI_BEGIN(Get_count_c);
  return count(call, status, datatype, to);
}
int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *to) {
  MAQUETTE_MPI_BEGIN(Get_elements);
  return elements(call, status, datatype, to);
}
int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *to) {
  MAQUETTE_MPI_BEGIN(Get_elements_x);
  return elements(call, status, datatype, to);
}
int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *to) {
  MAQUETTE_MPI_BEGIN(Get_elements_c);
  return elements(call, status, datatype, to);
}

int PMPI_Status_set_cancelled(MPI_Status *status, int flag) {
  MAQUETTE_MPI_BEGIN(Status_set_cancelled);
  status->maquette_cancelled = flag;
  return MPI_SUCCESS;
}
int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) {
  MAQUETTE_MPI_BEGIN(Status_set_elements);
  return setElements(call, status, datatype, count);
}
int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
  MAQUETTE_MPI_BEGIN(Status_set_elements_x);
  return setElements(call, status, datatype, count);
}
int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
  MAQUETTE_MPI_BEGIN(Status_set_elements_c);
  return setElements(call, status, datatype, count);
}

} // extern "C"
