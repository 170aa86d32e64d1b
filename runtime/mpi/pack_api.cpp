//===- runtime/mpi/pack_api.cpp - MPI_Pack, MPI_Unpack, external32 ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/call.h"
#include "mpi/external32.h"

#include <cstring>
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

const void *start(const void *buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }
void *start(void *buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }

template <class Position>
int packInto(const Call &call, const void *inbuf, std::int64_t count, MPI_Datatype datatype, void *outbuf, Position size,
             Position *position) {
  if (int code = call.checkData(MPI_COMM_WORLD, count, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  const std::int64_t bytes = count * type.size;
  if (int code = checkRoom(call, *position, bytes, size))
    return code;
  if (!isPhantom(inbuf) && !isPhantom(outbuf))
    pack(type, count, start(inbuf), static_cast<char *>(outbuf) + *position);
  *position += static_cast<Position>(bytes);
  return MPI_SUCCESS;
}

template <class Position>
int unpackFrom(const Call &call, const void *inbuf, Position size, Position *position, void *outbuf, std::int64_t count,
               MPI_Datatype datatype) {
  if (int code = call.checkData(MPI_COMM_WORLD, count, datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  const std::int64_t bytes = count * type.size;
  if (int code = checkRoom(call, *position, bytes, size))
    return code;
  if (!isPhantom(inbuf) && !isPhantom(outbuf))
    unpack(type, static_cast<const char *>(inbuf) + *position, bytes, start(outbuf));
  *position += static_cast<Position>(bytes);
  return MPI_SUCCESS;
}

int checkExternal(const Call &call, const char *representation, std::int64_t count, MPI_Datatype datatype) {
  if (int code = call.checkData(MPI_COMM_WORLD, count, datatype))
    return code;
  if (std::strcmp(representation, "external32") == 0)
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG,
                    "the data representation '" + std::string(representation) + "' is not 'external32' [maquette-mpi-argument]");
}

/// The same for \p count elements in a packed buffer of \p room bytes, from \p position on; \p bytes is what they take there.
int checkExternalData(const Call &call, const char *representation, int count, MPI_Datatype datatype, MPI_Aint position, MPI_Aint room,
                      std::int64_t &bytes) {
  if (int code = checkExternal(call, representation, count, datatype))
    return code;
  bytes = count * externalSize(*typeOf(datatype));
  return checkRoom(call, position, bytes, room);
}

} // namespace

extern "C" {

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Pack);
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return packInto(call, inbuf, incount, datatype, outbuf, outsize, position);
}

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
                MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Unpack);
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return unpackFrom(call, inbuf, insize, position, outbuf, outcount, datatype);
}

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
  MAQUETTE_MPI_BEGIN(Pack_size);
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  if (int code = call.checkData(comm, incount, datatype))
    return code;
  *size = static_cast<int>(incount * typeOf(datatype)->size);
  return MPI_SUCCESS;
}

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
                       MPI_Aint outsize, MPI_Aint *position) {
  MAQUETTE_MPI_BEGIN(Pack_external);
  std::int64_t bytes = 0;
  if (int code = checkExternalData(call, datarep, incount, datatype, *position, outsize, bytes))
    return code;
  const Datatype &type = *typeOf(datatype);
  if (!isPhantom(inbuf) && !isPhantom(outbuf)) {
    std::vector<char> packed(static_cast<std::size_t>(incount * type.size));
    pack(type, incount, start(inbuf), packed.data());
    toExternal(type, incount, packed.data(), static_cast<char *>(outbuf) + *position);
  }
  *position += bytes;
  return MPI_SUCCESS;
}

int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
                         int outcount, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(Unpack_external);
  std::int64_t bytes = 0;
  if (int code = checkExternalData(call, datarep, outcount, datatype, *position, insize, bytes))
    return code;
  const Datatype &type = *typeOf(datatype);
  if (!isPhantom(inbuf) && !isPhantom(outbuf)) {
    std::vector<char> packed(static_cast<std::size_t>(outcount * type.size));
    fromExternal(type, outcount, static_cast<const char *>(inbuf) + *position, packed.data());
    unpack(type, packed.data(), outcount * type.size, start(outbuf));
  }
  *position += bytes;
  return MPI_SUCCESS;
}

int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) {
  MAQUETTE_MPI_BEGIN(Pack_external_size);
  if (int code = checkExternal(call, datarep, incount, datatype))
    return code;
  *size = incount * externalSize(*typeOf(datatype));
  return MPI_SUCCESS;
}

} // extern "C"
