//===- runtime/mpi/bindings/type_query_api.cpp - asking datatypes, packing -------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"

#include <algorithm>
#include <iterator>
#include <limits>

using namespace maquette::mpi;

namespace {

/// Elements of the program's arrays.
struct Rooms {
  MPI_Count integers;
  MPI_Count addresses;
  MPI_Count large_counts;
  MPI_Count datatypes;
};

int contents(const Call &call, MPI_Datatype datatype, const Rooms &rooms, int *integers, MPI_Aint *addresses,
             MPI_Count *large_counts, MPI_Datatype *datatypes) {
  if (int code = call.checkType(datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  if (type.combiner == MPI_COMBINER_NAMED)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_TYPE, "the type is predefined [maquette-mpi-argument]");
  if (rooms.integers < std::ssize(type.integers) || rooms.addresses < std::ssize(type.addresses) ||
      rooms.large_counts < std::ssize(type.large_counts) || rooms.datatypes < std::ssize(type.types))
    return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG,
                      "the arrays are too short for the contents of the type [maquette-mpi-argument]");
  std::copy(type.integers.begin(), type.integers.end(), integers);
  std::copy(type.addresses.begin(), type.addresses.end(), addresses);
  std::copy(type.large_counts.begin(), type.large_counts.end(), large_counts);
  for (std::size_t i = 0; i < type.types.size(); ++i)
    datatypes[i] = call.mpi().types().handleOf(*type.types[i]);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Type_size(MPI_Datatype datatype, int *size) {
  MAQUETTE_MPI_BEGIN(Type_size);
  if (int code = call.checkType(datatype))
    return code;
  const std::int64_t bytes = typeOf(datatype)->size;
  *size = bytes > std::numeric_limits<int>::max() ? MPI_UNDEFINED : static_cast<int>(bytes);
  return MPI_SUCCESS;
}

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) {
  MAQUETTE_MPI_BEGIN(Type_size_x);
  if (int code = call.checkType(datatype))
    return code;
  *size = typeOf(datatype)->size;
  return MPI_SUCCESS;
}

int PMPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent) {
  MAQUETTE_MPI_BEGIN(Type_extent);
  if (int code = call.checkType(datatype))
    return code;
  *extent = typeOf(datatype)->extent();
  return MPI_SUCCESS;
}

int PMPI_Type_lb(MPI_Datatype datatype, MPI_Aint *lb) {
  MAQUETTE_MPI_BEGIN(Type_lb);
  if (int code = call.checkType(datatype))
    return code;
  *lb = typeOf(datatype)->lb;
  return MPI_SUCCESS;
}

int PMPI_Type_ub(MPI_Datatype datatype, MPI_Aint *ub) {
  MAQUETTE_MPI_BEGIN(Type_ub);
  if (int code = call.checkType(datatype))
    return code;
  *ub = typeOf(datatype)->ub;
  return MPI_SUCCESS;
}

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) {
  MAQUETTE_MPI_BEGIN(Type_get_extent);
  if (int code = call.checkType(datatype))
    return code;
  *lb = typeOf(datatype)->lb;
  *extent = typeOf(datatype)->extent();
  return MPI_SUCCESS;
}

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
  MAQUETTE_MPI_BEGIN(Type_get_extent_x);
  if (int code = call.checkType(datatype))
    return code;
  *lb = typeOf(datatype)->lb;
  *extent = typeOf(datatype)->extent();
  return MPI_SUCCESS;
}

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) {
  MAQUETTE_MPI_BEGIN(Type_get_true_extent);
  if (int code = call.checkType(datatype))
    return code;
  *lb = typeOf(datatype)->true_lb;
  *extent = typeOf(datatype)->true_ub - typeOf(datatype)->true_lb;
  return MPI_SUCCESS;
}

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
  MAQUETTE_MPI_BEGIN(Type_get_true_extent_x);
  if (int code = call.checkType(datatype))
    return code;
  *lb = typeOf(datatype)->true_lb;
  *extent = typeOf(datatype)->true_ub - typeOf(datatype)->true_lb;
  return MPI_SUCCESS;
}

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *integers, int *addresses, int *datatypes, int *combiner) {
  MAQUETTE_MPI_BEGIN(Type_get_envelope);
  if (int code = call.checkType(datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  if (!type.large_counts.empty())
    return call.raise(
        MPI_COMM_WORLD, MPI_ERR_TYPE,
        "the type was made with large counts [maquette-mpi-argument]\n  fix: call MPI_Type_get_envelope_c\n");
  *integers = static_cast<int>(type.integers.size());
  *addresses = static_cast<int>(type.addresses.size());
  *datatypes = static_cast<int>(type.types.size());
  *combiner = type.combiner;
  return MPI_SUCCESS;
}

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *integers, MPI_Count *addresses, MPI_Count *large_counts,
                             MPI_Count *datatypes, int *combiner) {
  MAQUETTE_MPI_BEGIN(Type_get_envelope_c);
  if (int code = call.checkType(datatype))
    return code;
  const Datatype &type = *typeOf(datatype);
  *integers = static_cast<MPI_Count>(type.integers.size());
  *addresses = static_cast<MPI_Count>(type.addresses.size());
  *large_counts = static_cast<MPI_Count>(type.large_counts.size());
  *datatypes = static_cast<MPI_Count>(type.types.size());
  *combiner = type.combiner;
  return MPI_SUCCESS;
}

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int *integers,
                           MPI_Aint *addresses, MPI_Datatype *datatypes) {
  MAQUETTE_MPI_BEGIN(Type_get_contents);
  return contents(call, datatype, {max_integers, max_addresses, 0, max_datatypes}, integers, addresses, nullptr,
                  datatypes);
}

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_large_counts, MPI_Count max_datatypes, int *integers, MPI_Aint *addresses,
                             MPI_Count *large_counts, MPI_Datatype *datatypes) {
  MAQUETTE_MPI_BEGIN(Type_get_contents_c);
  return contents(call, datatype, {max_integers, max_addresses, max_large_counts, max_datatypes}, integers, addresses,
                  large_counts, datatypes);
}

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) {
  MAQUETTE_MPI_BEGIN(Type_match_size);
  struct Match {
    int typeclass;
    int size;
    MPI_Datatype type;
  };
  const Match matches[] = {
      {MPI_TYPECLASS_REAL, 4, MPI_FLOAT},
      {MPI_TYPECLASS_REAL, 8, MPI_DOUBLE},
      {MPI_TYPECLASS_REAL, 16, MPI_LONG_DOUBLE},
      {MPI_TYPECLASS_INTEGER, 1, MPI_INT8_T},
      {MPI_TYPECLASS_INTEGER, 2, MPI_INT16_T},
      {MPI_TYPECLASS_INTEGER, 4, MPI_INT32_T},
      {MPI_TYPECLASS_INTEGER, 8, MPI_INT64_T},
      {MPI_TYPECLASS_COMPLEX, 8, MPI_C_COMPLEX},
      {MPI_TYPECLASS_COMPLEX, 16, MPI_C_DOUBLE_COMPLEX},
  };
  for (const Match &match : matches)
    if (match.typeclass == typeclass && match.size == size) {
      *datatype = match.type;
      return MPI_SUCCESS;
    }
  return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG, "unknown datatype [maquette-mpi-argument]");
}

} // extern "C"
