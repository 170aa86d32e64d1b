//===- runtime/mpi/bindings/type_api.cpp - making datatypes ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/type_calls.h"

#include <algorithm>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

using namespace maquette::mpi;

namespace {

/// The templates take int, or MPI_Count for the large-count functions.
template <class Number> constexpr bool kIsLarge = !std::is_same_v<Number, int>;

int checkType(const Call &call, MPI_Count count, MPI_Datatype type) {
  const int code = call.checkData(MPI_COMM_WORLD, std::min<MPI_Count>(count, 0), MPI_BYTE);
  return code != MPI_SUCCESS ? code : call.checkType(type);
}

TypeMap oneBlock(std::int64_t count, MPI_Datatype type) { return {{count}, {0}, {type}}; }

/// What a constructor was given. The large ones keep all numbers in one row.
template <class Number>
TypeOrigin originOf(int combiner, std::vector<Number> numbers, std::vector<MPI_Aint> addresses,
                    std::vector<MPI_Datatype> types) {
  if constexpr (kIsLarge<Number>) {
    numbers.insert(numbers.end(), addresses.begin(), addresses.end());
    return {combiner, {}, {}, std::move(types), std::move(numbers)};
  } else {
    return {combiner, std::move(numbers), std::move(addresses), std::move(types)};
  }
}

template <class Number> int contiguous(const Call &call, Number count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  *newtype = call.mpi().types().make(originOf<Number>(MPI_COMBINER_CONTIGUOUS, {count}, {}, {oldtype}),
                                     oneBlock(count, oldtype));
  return MPI_SUCCESS;
}

/// \p stride in bytes; \p origin says what the program gave.
int vector(const Call &call, MPI_Count count, MPI_Count length, MPI_Count stride, TypeOrigin origin,
           MPI_Datatype *newtype) {
  const MPI_Datatype oldtype = origin.types.front();
  const TypeMap map{{length}, {0}, {oldtype}, count, stride};
  *newtype = call.mpi().types().make(std::move(origin), map);
  return MPI_SUCCESS;
}

template <class Number>
int elementVector(const Call &call, Number count, Number length, Number stride, MPI_Datatype oldtype,
                  MPI_Datatype *newtype) {
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  return ::vector(call, count, length, stride * typeOf(oldtype)->extent(),
                  originOf<Number>(MPI_COMBINER_VECTOR, {count, length, stride}, {}, {oldtype}), newtype);
}

template <class Number>
int hvector(const Call &call, Number count, Number length, MPI_Aint stride, MPI_Datatype oldtype,
            MPI_Datatype *newtype) {
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  return ::vector(call, count, length, stride,
                  originOf<Number>(MPI_COMBINER_HVECTOR, {count, length}, {stride}, {oldtype}), newtype);
}

/// \p head, then the arrays of \p count numbers.
template <class Number>
std::vector<Number> row(std::vector<Number> head, std::initializer_list<const Number *> arrays, Number count) {
  for (const Number *array : arrays)
    head.insert(head.end(), array, array + count);
  return head;
}

/// A block of \p length elements at each of the places, in \p unit bytes.
template <class Place>
int blocksAt(const Call &call, MPI_Count count, MPI_Count length, const Place *places, MPI_Aint unit, TypeOrigin origin,
             MPI_Datatype *newtype) {
  TypeMap map;
  for (MPI_Count i = 0; i < count; ++i) {
    map.lengths.push_back(length);
    map.displacements.push_back(places[i] * unit);
    map.types.push_back(origin.types.front());
  }
  *newtype = call.mpi().types().make(std::move(origin), map);
  return MPI_SUCCESS;
}

template <class Number>
int indexedBlock(const Call &call, Number count, Number length, const Number *places, MPI_Datatype oldtype,
                 MPI_Datatype *newtype) {
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  return blocksAt(
      call, count, length, places, typeOf(oldtype)->extent(),
      originOf<Number>(MPI_COMBINER_INDEXED_BLOCK, row<Number>({count, length}, {places}, count), {}, {oldtype}),
      newtype);
}

template <class Number>
int hindexedBlock(const Call &call, Number count, Number length, const MPI_Aint *places, MPI_Datatype oldtype,
                  MPI_Datatype *newtype) {
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  return blocksAt(call, count, length, places, 1,
                  originOf<Number>(MPI_COMBINER_HINDEXED_BLOCK, {count, length}, {places, places + count}, {oldtype}),
                  newtype);
}

/// Block i is lengths[i] elements at displacements[i] times \p unit bytes.
template <class Number, class Displacement>
int blocks(const Call &call, Number count, const Number *lengths, const Displacement *displacements, MPI_Aint unit,
           TypeOrigin origin, MPI_Datatype *newtype) {
  TypeMap map;
  for (Number i = 0; i < count; ++i) {
    const MPI_Datatype type =
        origin.types.size() == 1 ? origin.types.front() : origin.types[static_cast<std::size_t>(i)];
    if (int code = checkType(call, lengths[i], type))
      return code;
    map.lengths.push_back(lengths[i]);
    map.displacements.push_back(displacements[i] * unit);
    map.types.push_back(type);
  }
  *newtype = call.mpi().types().make(std::move(origin), map);
  return MPI_SUCCESS;
}

template <class Number>
int indexed(const Call &call, Number count, const Number *lengths, const Number *displacements, MPI_Datatype oldtype,
            MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  return blocks(
      call, count, lengths, displacements, typeOf(oldtype)->extent(),
      originOf<Number>(MPI_COMBINER_INDEXED, row<Number>({count}, {lengths, displacements}, count), {}, {oldtype}),
      newtype);
}

template <class Number>
int hindexed(const Call &call, Number count, const Number *lengths, const MPI_Aint *displacements, MPI_Datatype oldtype,
             MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  return blocks(call, count, lengths, displacements, 1,
                originOf<Number>(MPI_COMBINER_HINDEXED, row<Number>({count}, {lengths}, count),
                                 {displacements, displacements + count}, {oldtype}),
                newtype);
}

template <class Number>
int structure(const Call &call, Number count, const Number *lengths, const MPI_Aint *displacements,
              const MPI_Datatype *types, MPI_Datatype *newtype) {
  if (count < 0)
    return checkType(call, count, MPI_BYTE);
  return blocks(call, count, lengths, displacements, 1,
                originOf<Number>(MPI_COMBINER_STRUCT, row<Number>({count}, {lengths}, count),
                                 {displacements, displacements + count}, {types, types + count}),
                newtype);
}

int resized(const Call &call, TypeOrigin origin, std::pair<std::int64_t, std::int64_t> bounds, MPI_Datatype *newtype) {
  const TypeMap map = oneBlock(1, origin.types.front());
  *newtype = call.mpi().types().make(std::move(origin), map, &bounds);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_contiguous);
  return contiguous(call, count, oldtype, newtype);
}
int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_contiguous_c);
  return contiguous(call, count, oldtype, newtype);
}
int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_vector);
  return elementVector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                       MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_vector_c);
  return elementVector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hvector);
  return hvector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                               MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hvector_c);
  return hvector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_hvector);
  return hvector(call, count, blocklength, stride, oldtype, newtype);
}
int PMPI_Type_indexed(int count, const int *blocklengths, const int *displacements, MPI_Datatype oldtype,
                      MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_indexed);
  return indexed(call, count, blocklengths, displacements, oldtype, newtype);
}
int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count *blocklengths, const MPI_Count *displacements,
                        MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_indexed_c);
  return indexed(call, count, blocklengths, displacements, oldtype, newtype);
}
int PMPI_Type_create_hindexed(int count, const int *blocklengths, const MPI_Aint *displacements, MPI_Datatype oldtype,
                              MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed);
  return hindexed(call, count, blocklengths, displacements, oldtype, newtype);
}
int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count *blocklengths, const MPI_Count *displacements,
                                MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed_c);
  return hindexed(call, count, blocklengths, displacements, oldtype, newtype);
}
int PMPI_Type_hindexed(int count, int *blocklengths, MPI_Aint *displacements, MPI_Datatype oldtype,
                       MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_hindexed);
  return hindexed<int>(call, count, blocklengths, displacements, oldtype, newtype);
}

int PMPI_Type_create_indexed_block(int count, int blocklength, const int *displacements, MPI_Datatype oldtype,
                                   MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_indexed_block);
  return indexedBlock(call, count, blocklength, displacements, oldtype, newtype);
}
int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count *displacements,
                                     MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_indexed_block_c);
  return indexedBlock(call, count, blocklength, displacements, oldtype, newtype);
}
int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint *displacements, MPI_Datatype oldtype,
                                    MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed_block);
  return hindexedBlock(call, count, blocklength, displacements, oldtype, newtype);
}
int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count *displacements,
                                      MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed_block_c);
  return hindexedBlock(call, count, blocklength, displacements, oldtype, newtype);
}

int PMPI_Type_create_struct(int count, const int *blocklengths, const MPI_Aint *displacements,
                            const MPI_Datatype *types, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_struct);
  return structure(call, count, blocklengths, displacements, types, newtype);
}
int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count *blocklengths, const MPI_Count *displacements,
                              const MPI_Datatype *types, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_struct_c);
  return structure(call, count, blocklengths, displacements, types, newtype);
}
int PMPI_Type_struct(int count, int *blocklengths, MPI_Aint *displacements, MPI_Datatype *types,
                     MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_struct);
  return structure<int>(call, count, blocklengths, displacements, types, newtype);
}

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_resized);
  if (int code = call.checkType(oldtype))
    return code;
  return resized(call, {MPI_COMBINER_RESIZED, {}, {lb, extent}, {oldtype}}, {lb, extent}, newtype);
}
int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_resized_c);
  if (int code = call.checkType(oldtype))
    return code;
  return resized(call, originOf<MPI_Count>(MPI_COMBINER_RESIZED, {lb, extent}, {}, {oldtype}), {lb, extent}, newtype);
}

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_dup);
  if (int code = call.checkType(oldtype))
    return code;
  const Datatype &type = *typeOf(oldtype);
  const std::pair<std::int64_t, std::int64_t> bounds{type.lb, type.extent()};
  *newtype = call.mpi().types().make({MPI_COMBINER_DUP, {}, {}, {oldtype}}, oneBlock(1, oldtype), &bounds);
  if (TypeTable::isCommitted(oldtype))
    TypeTable::commit(*newtype);
  if (int code = copyTypeAttributes(call, oldtype, *newtype)) {
    call.mpi().types().release(*newtype);
    *newtype = MPI_DATATYPE_NULL;
    return call.raise(MPI_COMM_WORLD, code, "the copy function of an attribute failed [maquette-mpi-program-error]");
  }
  return MPI_SUCCESS;
}

int PMPI_Type_commit(MPI_Datatype *datatype) {
  MAQUETTE_MPI_BEGIN(Type_commit);
  if (int code = call.checkType(*datatype))
    return code;
  TypeTable::commit(*datatype);
  return MPI_SUCCESS;
}

int PMPI_Type_free(MPI_Datatype *datatype) {
  MAQUETTE_MPI_BEGIN(Type_free);
  if (int code = call.checkType(*datatype))
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
