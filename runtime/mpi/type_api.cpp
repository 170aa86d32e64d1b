//===- runtime/mpi/type_api.cpp - making datatypes --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/type_calls.h"

#include <algorithm>
#include <span>
#include <vector>

using namespace maquette::mpi;

namespace {

int checkType(const Call &call, int count, MPI_Datatype type) { return call.checkData(MPI_COMM_WORLD, count, type); }

TypeMap oneBlock(std::int64_t count, MPI_Datatype type) { return {{count}, {0}, {type}}; }

int contiguous(const Call &call, int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  *newtype = call.mpi().types().make({MPI_COMBINER_CONTIGUOUS, {count}, {}, {oldtype}}, oneBlock(count, oldtype));
  return MPI_SUCCESS;
}

/// A block of \p length elements at each of the places, in \p unit bytes.
template <class Places> TypeMap blocksAt(const Places &places, int length, MPI_Aint unit, MPI_Datatype type) {
  TypeMap map;
  for (const auto place : places) {
    map.lengths.push_back(length);
    map.displacements.push_back(place * unit);
    map.types.push_back(type);
  }
  return map;
}

/// \p stride in bytes; \p origin says what the program gave.
int vector(const Call &call, int count, int length, MPI_Aint stride, TypeOrigin origin, MPI_Datatype *newtype) {
  const MPI_Datatype oldtype = origin.types.front();
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  TypeMap map{{length}, {0}, {oldtype}, count, stride};
  *newtype = call.mpi().types().make(std::move(origin), map);
  return MPI_SUCCESS;
}

int hvector(const Call &call, int count, int length, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return ::vector(call, count, length, stride, {MPI_COMBINER_HVECTOR, {count, length}, {stride}, {oldtype}}, newtype);
}

std::vector<int> counted(int count, const int *numbers, int length) {
  std::vector<int> integers{count};
  integers.insert(integers.end(), numbers, numbers + length);
  return integers;
}

/// Block i is lengths[i] elements at displacements[i] times \p unit bytes.
template <class Displacement>
int indexed(const Call &call, int count, const int *lengths, const Displacement *displacements, MPI_Aint unit,
            TypeOrigin origin, MPI_Datatype *newtype) {
  TypeMap map;
  for (int i = 0; i < count; ++i) {
    if (int code = checkType(call, lengths[i], origin.types.front()))
      return code;
    map.lengths.push_back(lengths[i]);
    map.displacements.push_back(displacements[i] * unit);
    map.types.push_back(origin.types.front());
  }
  *newtype = call.mpi().types().make(std::move(origin), map);
  return MPI_SUCCESS;
}

int hindexed(const Call &call, int count, const int *lengths, const MPI_Aint *displacements, MPI_Datatype oldtype,
             MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  return indexed(call, count, lengths, displacements, 1,
                 {MPI_COMBINER_HINDEXED, counted(count, lengths, count),
                  std::vector<MPI_Aint>(displacements, displacements + count), {oldtype}},
                 newtype);
}

int structure(const Call &call, int count, const int *lengths, const MPI_Aint *displacements, const MPI_Datatype *types,
              MPI_Datatype *newtype) {
  if (count < 0)
    return checkType(call, count, MPI_BYTE);
  TypeMap map;
  for (int i = 0; i < count; ++i) {
    if (int code = checkType(call, lengths[i], types[i]))
      return code;
    map.lengths.push_back(lengths[i]);
    map.displacements.push_back(displacements[i]);
    map.types.push_back(types[i]);
  }
  *newtype = call.mpi().types().make({MPI_COMBINER_STRUCT, counted(count, lengths, count),
                                      std::vector<MPI_Aint>(displacements, displacements + count), map.types},
                                     map);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_contiguous);
  return contiguous(call, count, oldtype, newtype);
}
int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_vector);
  if (int code = checkType(call, std::min(count, blocklength), oldtype))
    return code;
  return ::vector(call, count, blocklength, stride * typeOf(oldtype)->extent(),
                  {MPI_COMBINER_VECTOR, {count, blocklength, stride}, {}, {oldtype}}, newtype);
}
int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hvector);
  return hvector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_hvector);
  return hvector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_indexed(int count, const int *blocklengths, const int *displacements, MPI_Datatype oldtype,
                      MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_indexed);
  if (int code = checkType(call, count, oldtype))
    return code;
  std::vector<int> integers = counted(count, blocklengths, count);
  integers.insert(integers.end(), displacements, displacements + count);
  return indexed(call, count, blocklengths, displacements, typeOf(oldtype)->extent(),
                 {MPI_COMBINER_INDEXED, std::move(integers), {}, {oldtype}}, newtype);
}
int PMPI_Type_create_hindexed(int count, const int *blocklengths, const MPI_Aint *displacements, MPI_Datatype oldtype,
                              MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed);
  return hindexed(call, count, blocklengths, displacements, oldtype, newtype);
}
int PMPI_Type_hindexed(int count, int *blocklengths, MPI_Aint *displacements, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_hindexed);
  return hindexed(call, count, blocklengths, displacements, oldtype, newtype);
}

int PMPI_Type_create_indexed_block(int count, int blocklength, const int *displacements, MPI_Datatype oldtype,
                                   MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_indexed_block);
  if (int code = checkType(call, std::min(count, blocklength), oldtype))
    return code;
  const std::span<const int> places(displacements, static_cast<std::size_t>(count));
  std::vector<int> integers{count, blocklength};
  integers.insert(integers.end(), places.begin(), places.end());
  *newtype = call.mpi().types().make({MPI_COMBINER_INDEXED_BLOCK, std::move(integers), {}, {oldtype}},
                                     blocksAt(places, blocklength, typeOf(oldtype)->extent(), oldtype));
  return MPI_SUCCESS;
}

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint *displacements, MPI_Datatype oldtype,
                                    MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed_block);
  if (int code = checkType(call, std::min(count, blocklength), oldtype))
    return code;
  const std::span<const MPI_Aint> places(displacements, static_cast<std::size_t>(count));
  *newtype = call.mpi().types().make({MPI_COMBINER_HINDEXED_BLOCK, {count, blocklength},
                                      std::vector<MPI_Aint>(places.begin(), places.end()), {oldtype}},
                                     blocksAt(places, blocklength, 1, oldtype));
  return MPI_SUCCESS;
}

int PMPI_Type_create_struct(int count, const int *blocklengths, const MPI_Aint *displacements, const MPI_Datatype *types,
                            MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_struct);
  return structure(call, count, blocklengths, displacements, types, newtype);
}
int PMPI_Type_struct(int count, int *blocklengths, MPI_Aint *displacements, MPI_Datatype *types, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_struct);
  return structure(call, count, blocklengths, displacements, types, newtype);
}

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_resized);
  if (int code = checkType(call, 1, oldtype))
    return code;
  const std::pair<std::int64_t, std::int64_t> bounds{lb, extent};
  *newtype = call.mpi().types().make({MPI_COMBINER_RESIZED, {}, {lb, extent}, {oldtype}}, oneBlock(1, oldtype), &bounds);
  return MPI_SUCCESS;
}

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_dup);
  if (int code = checkType(call, 1, oldtype))
    return code;
  const Datatype &type = *typeOf(oldtype);
  const std::pair<std::int64_t, std::int64_t> bounds{type.lb, type.extent()};
  *newtype = call.mpi().types().make({MPI_COMBINER_DUP, {}, {}, {oldtype}}, oneBlock(1, oldtype), &bounds);
  if (int code = copyTypeAttributes(call, oldtype, *newtype)) {
    call.mpi().types().release(*newtype);
    *newtype = MPI_DATATYPE_NULL;
    return call.raise(MPI_COMM_WORLD, code, "the copy function of an attribute failed [maquette-mpi-program-error]");
  }
  return MPI_SUCCESS;
}

int PMPI_Type_commit(MPI_Datatype *datatype) {
  MAQUETTE_MPI_BEGIN(Type_commit);
  return checkType(call, 1, *datatype);
}

int PMPI_Type_free(MPI_Datatype *datatype) {
  MAQUETTE_MPI_BEGIN(Type_free);
  if (int code = checkType(call, 1, *datatype))
    return code;
  if (isPredefined(*datatype))
    return call.raise(MPI_COMM_WORLD, MPI_ERR_TYPE, "a predefined datatype cannot be freed [maquette-mpi-argument]");
  if (typeOf(*datatype)->isFortran())
    return call.raise(MPI_COMM_WORLD, MPI_ERR_TYPE, "a predefined datatype cannot be freed [maquette-mpi-argument]");
  if (int code = removeTypeAttributes(call, *datatype))
    return call.raise(MPI_COMM_WORLD, code, "the delete function of an attribute failed [maquette-mpi-program-error]");
  call.mpi().types().release(*datatype);
  *datatype = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

} // extern "C"
