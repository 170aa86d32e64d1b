//===- runtime/mpi/type_api.cpp - making datatypes --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/call.h"

#include <algorithm>
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

/// \p stride in bytes.
TypeMap strided(int count, int length, MPI_Aint stride, MPI_Datatype type) {
  TypeMap map;
  for (int i = 0; i < count; ++i) {
    map.lengths.push_back(length);
    map.displacements.push_back(i * stride);
    map.types.push_back(type);
  }
  return map;
}

int vector(const Call &call, int count, int length, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  *newtype = call.mpi().types().make({MPI_COMBINER_VECTOR, {count, length, stride}, {}, {oldtype}},
                                     strided(count, length, stride * typeOf(oldtype)->extent(), oldtype));
  return MPI_SUCCESS;
}

int hvector(const Call &call, int count, int length, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  if (int code = checkType(call, std::min(count, length), oldtype))
    return code;
  *newtype = call.mpi().types().make({MPI_COMBINER_HVECTOR, {count, length}, {stride}, {oldtype}},
                                     strided(count, length, stride, oldtype));
  return MPI_SUCCESS;
}

std::vector<int> counted(int count, const int *numbers, int length) {
  std::vector<int> integers{count};
  integers.insert(integers.end(), numbers, numbers + length);
  return integers;
}

int indexed(const Call &call, int count, const int *lengths, const int *displacements, MPI_Datatype oldtype,
            MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  TypeMap map;
  for (int i = 0; i < count; ++i) {
    map.lengths.push_back(lengths[i]);
    map.displacements.push_back(displacements[i] * typeOf(oldtype)->extent());
    map.types.push_back(oldtype);
  }
  std::vector<int> integers = counted(count, lengths, count);
  integers.insert(integers.end(), displacements, displacements + count);
  *newtype = call.mpi().types().make({MPI_COMBINER_INDEXED, integers, {}, {oldtype}}, map);
  return MPI_SUCCESS;
}

int hindexed(const Call &call, int count, const int *lengths, const MPI_Aint *displacements, MPI_Datatype oldtype,
             MPI_Datatype *newtype) {
  if (int code = checkType(call, count, oldtype))
    return code;
  TypeMap map;
  for (int i = 0; i < count; ++i) {
    map.lengths.push_back(lengths[i]);
    map.displacements.push_back(displacements[i]);
    map.types.push_back(oldtype);
  }
  *newtype = call.mpi().types().make({MPI_COMBINER_HINDEXED, counted(count, lengths, count),
                                      std::vector<MPI_Aint>(displacements, displacements + count), {oldtype}},
                                     map);
  return MPI_SUCCESS;
}

int structure(const Call &call, int count, const int *lengths, const MPI_Aint *displacements, const MPI_Datatype *types,
              MPI_Datatype *newtype) {
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

struct Subarray {
  int dimensions;
  const int *sizes;
  const int *subsizes;
  const int *starts;
  bool fortran;

  /// Dimension number \p i counted from the one that runs slowest.
  int at(int i) const { return fortran ? dimensions - 1 - i : i; }
};

/// One block for each row of the part that is contiguous.
TypeMap rowsOf(const Subarray &array, MPI_Datatype type) {
  const std::int64_t extent = typeOf(type)->extent();
  const int fastest = array.at(array.dimensions - 1);
  std::vector<int> index(static_cast<std::size_t>(array.dimensions), 0);
  TypeMap map;
  for (bool more = true; more;) {
    std::int64_t place = 0;
    for (int i = 0; i < array.dimensions; ++i) {
      const int d = array.at(i);
      place = place * array.sizes[d] + array.starts[d] + index[static_cast<std::size_t>(d)];
    }
    map.lengths.push_back(array.subsizes[fastest]);
    map.displacements.push_back(place * extent);
    map.types.push_back(type);
    more = false;
    for (int i = array.dimensions - 2; i >= 0 && !more; --i) {
      const int d = array.at(i);
      more = ++index[static_cast<std::size_t>(d)] < array.subsizes[d];
      if (!more)
        index[static_cast<std::size_t>(d)] = 0;
    }
  }
  return map;
}

} // namespace

extern "C" {

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_contiguous);
  return contiguous(call, count, oldtype, newtype);
}
int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_vector);
  return ::vector(call, count, blocklength, stride, oldtype, newtype);
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
  return indexed(call, count, blocklengths, displacements, oldtype, newtype);
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
  TypeMap map = strided(count, blocklength, 0, oldtype);
  std::vector<int> integers{count, blocklength};
  for (int i = 0; i < count; ++i) {
    map.displacements[static_cast<std::size_t>(i)] = displacements[i] * typeOf(oldtype)->extent();
    integers.push_back(displacements[i]);
  }
  *newtype = call.mpi().types().make({MPI_COMBINER_INDEXED_BLOCK, integers, {}, {oldtype}}, map);
  return MPI_SUCCESS;
}

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint *displacements, MPI_Datatype oldtype,
                                    MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_hindexed_block);
  if (int code = checkType(call, std::min(count, blocklength), oldtype))
    return code;
  TypeMap map = strided(count, blocklength, 0, oldtype);
  map.displacements.assign(displacements, displacements + count);
  *newtype = call.mpi().types().make({MPI_COMBINER_HINDEXED_BLOCK, {count, blocklength},
                                      std::vector<MPI_Aint>(displacements, displacements + count), {oldtype}},
                                     map);
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

int PMPI_Type_create_subarray(int dimensions, const int *sizes, const int *subsizes, const int *starts, int order,
                              MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_subarray);
  if (int code = checkType(call, dimensions, oldtype))
    return code;
  std::int64_t whole = typeOf(oldtype)->extent();
  std::vector<int> integers{dimensions};
  for (int i = 0; i < dimensions; ++i) {
    if (subsizes[i] < 1 || starts[i] < 0 || starts[i] > sizes[i] - subsizes[i])
      return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG,
                        "dimension " + std::to_string(i) + " of the part is outside the array [maquette-mpi-argument]");
    whole *= sizes[i];
  }
  for (const int *numbers : {sizes, subsizes, starts})
    integers.insert(integers.end(), numbers, numbers + dimensions);
  integers.push_back(order);
  const std::pair<std::int64_t, std::int64_t> bounds{0, whole};
  const Subarray array{dimensions, sizes, subsizes, starts, order == MPI_ORDER_FORTRAN};
  *newtype = call.mpi().types().make({MPI_COMBINER_SUBARRAY, integers, {}, {oldtype}}, rowsOf(array, oldtype), &bounds);
  return MPI_SUCCESS;
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
  call.mpi().types().release(*datatype);
  *datatype = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

} // extern "C"
