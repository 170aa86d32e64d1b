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

int refuse(const Call &call) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_COUNT, "a number of the datatype is beyond 2147483647 [maquette-mpi-unsupported]");
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

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_contiguous_c);
  if (int code = call.checkData(MPI_COMM_WORLD, count, oldtype))
    return code;
  if (fits(count))
    return PMPI_Type_contiguous(static_cast<int>(count), oldtype, newtype);
  *newtype = largeContiguous(call, count, oldtype);
  return MPI_SUCCESS;
}

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_vector_c);
  if (!fits(count) || !fits(blocklength) || !fits(stride))
    return refuse(call);
  return PMPI_Type_vector(static_cast<int>(count), static_cast<int>(blocklength), static_cast<int>(stride), oldtype, newtype);
}

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_resized_c);
  return PMPI_Type_create_resized(oldtype, lb, extent, newtype);
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

int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position,
                MPI_Comm) {
  MAQUETTE_MPI_BEGIN(Pack_c);
  if (int code = call.checkData(MPI_COMM_WORLD, incount, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  if (*position + incount * type.size > outsize)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_TRUNCATE, "the buffer is too small for what is packed [maquette-mpi-argument]");
  if (!isPhantom(inbuf) && !isPhantom(outbuf))
    pack(type, incount, inbuf == MPI_BOTTOM ? nullptr : inbuf, static_cast<char *>(outbuf) + *position);
  *position += incount * type.size;
  return MPI_SUCCESS;
}

int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
                  MPI_Comm) {
  MAQUETTE_MPI_BEGIN(Unpack_c);
  if (int code = call.checkData(MPI_COMM_WORLD, outcount, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  const std::int64_t bytes = outcount * type.size;
  if (*position + bytes > insize)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_TRUNCATE, "the buffer ends before what is unpacked [maquette-mpi-argument]");
  if (!isPhantom(inbuf) && !isPhantom(outbuf))
    unpack(type, static_cast<const char *>(inbuf) + *position, bytes, outbuf == MPI_BOTTOM ? nullptr : outbuf);
  *position += bytes;
  return MPI_SUCCESS;
}

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm, MPI_Count *size) {
  MAQUETTE_MPI_BEGIN(Pack_size_c);
  if (int code = call.checkData(MPI_COMM_WORLD, incount, datatype))
    return code;
  *size = incount * typeOf(datatype)->size;
  return MPI_SUCCESS;
}

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_create_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return fits(disp_unit) ? PMPI_Win_create(base, size, static_cast<int>(disp_unit), info, comm, win) : badUnit(call, comm);
}

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return fits(disp_unit) ? PMPI_Win_allocate(size, static_cast<int>(disp_unit), info, comm, baseptr, win) : badUnit(call, comm);
}

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate_shared_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
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
