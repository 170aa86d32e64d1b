//===- runtime/mpi/bindings/pack_api.cpp - MPI_Pack, MPI_Unpack, external32 ------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"
#include "objects/external32.h"

#include <cstring>
#include <limits>
#include <vector>

using namespace maquette::mpi;

namespace {

/// Room for \p bytes at \p position of a buffer of \p size.
int checkRoom(const Call &call, std::int64_t position, std::int64_t bytes, std::int64_t size) {
  if (position >= 0 && position + bytes <= size)
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, MPI_ERR_TRUNCATE,
                    "the buffer of " + std::to_string(size) + " bytes is too small for " + std::to_string(bytes) +
                        " at position " + std::to_string(position) + " [maquette-mpi-argument]");
}

int checkElements(const Call &call, MPI_Comm comm, std::int64_t count, MPI_Datatype datatype) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return call.checkData(comm, count, datatype);
}

/// Moves \p bytes at \p position of a buffer of \p size, unless one of the buffers is phantom.
template <class Position, class Move>
int moveAt(const Call &call, std::int64_t bytes, Position size, Position *position, const void *inbuf,
           const void *outbuf, Move move) {
  if (int code = checkRoom(call, *position, bytes, size))
    return code;
  if (!isPhantom(inbuf) && !isPhantom(outbuf))
    move();
  *position += static_cast<Position>(bytes);
  return MPI_SUCCESS;
}

template <class Position>
int packInto(const Call &call, MPI_Comm comm, const void *inbuf, std::int64_t count, MPI_Datatype datatype,
             void *outbuf, Position size, Position *position) {
  if (int code = checkElements(call, comm, count, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  return moveAt(call, count * type.size, size, position, inbuf, outbuf,
                [&] { pack(type, count, originOf(inbuf), static_cast<char *>(outbuf) + *position); });
}

template <class Position>
int unpackFrom(const Call &call, MPI_Comm comm, const void *inbuf, Position size, Position *position, void *outbuf,
               std::int64_t count, MPI_Datatype datatype) {
  if (int code = checkElements(call, comm, count, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  return moveAt(call, count * type.size, size, position, inbuf, outbuf, [&] {
    unpack(type, static_cast<const char *>(inbuf) + *position, count * type.size, originOf(outbuf));
  });
}

int packedSize(const Call &call, MPI_Comm comm, std::int64_t count, MPI_Datatype datatype, std::int64_t &size) {
  if (int code = checkElements(call, comm, count, datatype))
    return code;
  size = count * typeOf(datatype)->size;
  return MPI_SUCCESS;
}

int checkExternal(const Call &call, const char *representation, std::int64_t count, MPI_Datatype datatype) {
  if (int code = call.checkData(MPI_COMM_WORLD, count, datatype))
    return code;
  if (std::strcmp(representation, "external32") == 0)
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG,
                    "the data representation '" + std::string(representation) +
                        "' is not 'external32' [maquette-mpi-argument]");
}

int packExternal(const Call &call, const char *representation, const void *inbuf, std::int64_t count,
                 MPI_Datatype datatype, void *outbuf, std::int64_t size, std::int64_t *position) {
  if (int code = checkExternal(call, representation, count, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  return moveAt(call, count * externalSize(type), size, position, inbuf, outbuf, [&] {
    std::vector<char> packed(static_cast<std::size_t>(count * type.size));
    pack(type, count, originOf(inbuf), packed.data());
    toExternal(type, count, packed.data(), static_cast<char *>(outbuf) + *position);
  });
}

int unpackExternal(const Call &call, const char *representation, const void *inbuf, std::int64_t size,
                   std::int64_t *position, void *outbuf, std::int64_t count, MPI_Datatype datatype) {
  if (int code = checkExternal(call, representation, count, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  return moveAt(call, count * externalSize(type), size, position, inbuf, outbuf, [&] {
    std::vector<char> packed(static_cast<std::size_t>(count * type.size));
    fromExternal(type, count, static_cast<const char *>(inbuf) + *position, packed.data());
    unpack(type, packed.data(), count * type.size, originOf(outbuf));
  });
}

int externalSize(const Call &call, const char *representation, std::int64_t count, MPI_Datatype datatype,
                 std::int64_t *size) {
  if (int code = checkExternal(call, representation, count, datatype))
    return code;
  *size = count * maquette::mpi::externalSize(*typeOf(datatype));
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
              MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Pack);
  return packInto(call, comm, inbuf, incount, datatype, outbuf, outsize, position);
}
int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                MPI_Count *position, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Pack_c);
  return packInto(call, comm, inbuf, incount, datatype, outbuf, outsize, position);
}

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
                MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Unpack);
  return unpackFrom(call, comm, inbuf, insize, position, outbuf, outcount, datatype);
}
int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
                  MPI_Datatype datatype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Unpack_c);
  return unpackFrom(call, comm, inbuf, insize, position, outbuf, outcount, datatype);
}

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
  MAQUETTE_MPI_BEGIN(Pack_size);
  std::int64_t bytes = 0;
  const int code = packedSize(call, comm, incount, datatype, bytes);
  *size = bytes > std::numeric_limits<int>::max() ? MPI_UNDEFINED : static_cast<int>(bytes);
  return code;
}
int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
  MAQUETTE_MPI_BEGIN(Pack_size_c);
  return packedSize(call, comm, incount, datatype, *size);
}

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
                       MPI_Aint outsize, MPI_Aint *position) {
  MAQUETTE_MPI_BEGIN(Pack_external);
  return packExternal(call, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                         MPI_Count outsize, MPI_Count *position) {
  MAQUETTE_MPI_BEGIN(Pack_external_c);
  return packExternal(call, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}

int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
                         int outcount, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(Unpack_external);
  return unpackExternal(call, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                           MPI_Count outcount, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(Unpack_external_c);
  return unpackExternal(call, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}

int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) {
  MAQUETTE_MPI_BEGIN(Pack_external_size);
  return ::externalSize(call, datarep, incount, datatype, size);
}
int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size) {
  MAQUETTE_MPI_BEGIN(Pack_external_size_c);
  return ::externalSize(call, datarep, incount, datatype, size);
}

} // extern "C"
