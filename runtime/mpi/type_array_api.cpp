//===- runtime/mpi/type_array_api.cpp - parts of arrays, types of Fortran ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source  MPI 3.1, 4.1.3 (subarray), 4.1.4 (distributed array), 17.1.9 (types by precision and range)
#include "mpi/type_calls.h"

#include <cfloat>
#include <vector>

using namespace maquette::mpi;

namespace {

int badArgument(const Call &call, const std::string &what) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG, what + " [maquette-mpi-argument]");
}

/// length elements from start on, of one dimension.
struct Interval {
  std::int64_t start;
  std::int64_t length;
};

/// The elements of an array that a type selects: along each dimension the same, whatever the place in the others.
struct Selection {
  std::vector<std::int64_t> sizes;
  std::vector<std::vector<Interval>> intervals;
  bool fortran = false;

  std::size_t dimensions() const { return sizes.size(); }
  /// Dimension number \p i counted from the one that runs slowest.
  std::size_t at(std::size_t i) const { return fortran ? dimensions() - 1 - i : i; }
  std::int64_t count() const {
    std::int64_t product = 1;
    for (std::int64_t size : sizes)
      product *= size;
    return product;
  }
};

/// Appends the blocks of dimensions \p level and faster ones; \p place is that of the slower ones, in elements.
void appendBlocks(const Selection &selection, std::size_t level, std::int64_t place, MPI_Datatype type, TypeMap &map) {
  const std::size_t d = selection.at(level);
  const bool fastest = level + 1 == selection.dimensions();
  for (const Interval &interval : selection.intervals[d]) {
    if (fastest) {
      map.lengths.push_back(interval.length);
      map.displacements.push_back((place * selection.sizes[d] + interval.start) * typeOf(type)->extent());
      map.types.push_back(type);
      continue;
    }
    for (std::int64_t i = 0; i < interval.length; ++i)
      appendBlocks(selection, level + 1, place * selection.sizes[d] + interval.start + i, type, map);
  }
}

int makeSelection(const Call &call, const Selection &selection, TypeOrigin origin, MPI_Datatype *newtype) {
  const MPI_Datatype oldtype = origin.types.front();
  TypeMap map;
  appendBlocks(selection, 0, 0, oldtype, map);
  const std::pair<std::int64_t, std::int64_t> bounds{0, selection.count() * typeOf(oldtype)->extent()};
  *newtype = call.mpi().types().make(std::move(origin), map, &bounds);
  return MPI_SUCCESS;
}

/// What the \p place-th of \p places processes has of a dimension; every \p block elements go to the next one.
std::vector<Interval> dealt(std::int64_t size, std::int64_t block, std::int64_t place, std::int64_t places) {
  std::vector<Interval> intervals;
  for (std::int64_t start = place * block; start < size; start += places * block)
    intervals.push_back({start, std::min(block, size - start)});
  return intervals;
}

struct Distribution {
  int size;
  int kind;
  int argument;
  int places;
  int place;
};

int distribute(const Call &call, const Distribution &dimension, std::vector<Interval> &intervals) {
  const auto &[size, kind, argument, places, place] = dimension;
  if (size < 1 || places < 1 || (argument < 1 && argument != MPI_DISTRIBUTE_DFLT_DARG && kind != MPI_DISTRIBUTE_NONE))
    return badArgument(call, "a size of the array or of the process grid is below 1");
  switch (kind) {
  case MPI_DISTRIBUTE_NONE:
    if (places != 1)
      return badArgument(call, "a dimension that is not distributed has several processes");
    intervals = {{0, size}};
    return MPI_SUCCESS;
  case MPI_DISTRIBUTE_BLOCK: {
    const int block = argument == MPI_DISTRIBUTE_DFLT_DARG ? (size + places - 1) / places : argument;
    if (std::int64_t{block} * places < size)
      return badArgument(call, "the blocks of a dimension do not cover it");
    intervals = dealt(size, block, place, places);
    return MPI_SUCCESS;
  }
  case MPI_DISTRIBUTE_CYCLIC:
    intervals = dealt(size, argument == MPI_DISTRIBUTE_DFLT_DARG ? 1 : argument, place, places);
    return MPI_SUCCESS;
  default: return badArgument(call, "there is no such distribution");
  }
}

int checkArray(const Call &call, int dimensions, int order, MPI_Datatype type) {
  if (int code = call.checkData(MPI_COMM_WORLD, dimensions, type))
    return code;
  if (dimensions < 1)
    return badArgument(call, "the array has no dimension");
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    return badArgument(call, "there is no such storage order");
  return MPI_SUCCESS;
}

struct FortranKind {
  int typeclass;
  int precision; ///< Decimal digits; of integers, of the range.
  int range;
  MPI_Datatype type;
};

// In the table below, smallest first.
constexpr int kReal = MPI_TYPECLASS_REAL, kInteger = MPI_TYPECLASS_INTEGER, kComplex = MPI_TYPECLASS_COMPLEX;

/// The smallest type of \p typeclass with at least this precision and range.
int fortranType(const Call &call, int typeclass, int combiner, int precision, int range, MPI_Datatype *newtype) {
  const FortranKind kinds[] = {
      {kReal, FLT_DIG, FLT_MAX_10_EXP, MPI_REAL4},          {kReal, DBL_DIG, DBL_MAX_10_EXP, MPI_REAL8},
      {kComplex, FLT_DIG, FLT_MAX_10_EXP, MPI_COMPLEX8},    {kComplex, DBL_DIG, DBL_MAX_10_EXP, MPI_COMPLEX16},
      {kInteger, MPI_UNDEFINED, 2, MPI_INTEGER1},           {kInteger, MPI_UNDEFINED, 4, MPI_INTEGER2},
      {kInteger, MPI_UNDEFINED, 9, MPI_INTEGER4},           {kInteger, MPI_UNDEFINED, 18, MPI_INTEGER8},
  };
  for (const FortranKind &kind : kinds)
    if (kind.typeclass == typeclass && (precision == MPI_UNDEFINED || precision <= kind.precision) &&
        (range == MPI_UNDEFINED || range <= kind.range)) {
      *newtype = call.mpi().types().fortranType(combiner, precision, range, kind.type);
      return MPI_SUCCESS;
    }
  return badArgument(call, "there is no type of this precision and range");
}

} // namespace

extern "C" {

int PMPI_Type_create_subarray(int dimensions, const int *sizes, const int *subsizes, const int *starts, int order,
                              MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_subarray);
  if (int code = checkArray(call, dimensions, order, oldtype))
    return code;
  Selection selection;
  selection.fortran = order == MPI_ORDER_FORTRAN;
  std::vector<int> integers{dimensions};
  for (int i = 0; i < dimensions; ++i) {
    if (subsizes[i] < 1 || starts[i] < 0 || starts[i] > sizes[i] - subsizes[i])
      return badArgument(call, "dimension " + std::to_string(i) + " of the part is outside the array");
    selection.sizes.push_back(sizes[i]);
    selection.intervals.push_back({{starts[i], subsizes[i]}});
  }
  for (const int *numbers : {sizes, subsizes, starts})
    integers.insert(integers.end(), numbers, numbers + dimensions);
  integers.push_back(order);
  return makeSelection(call, selection, {MPI_COMBINER_SUBARRAY, integers, {}, {oldtype}}, newtype);
}

int PMPI_Type_create_darray(int size, int rank, int dimensions, const int *gsizes, const int *distributions,
                            const int *arguments, const int *psizes, int order, MPI_Datatype oldtype,
                            MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_darray);
  if (int code = checkArray(call, dimensions, order, oldtype))
    return code;
  std::int64_t processes = 1;
  for (int i = 0; i < dimensions; ++i)
    processes *= psizes[i];
  if (processes != size || rank < 0 || rank >= size)
    return badArgument(call, "the process grid has " + std::to_string(processes) + " places, not " + std::to_string(size));
  Selection selection;
  selection.fortran = order == MPI_ORDER_FORTRAN;
  selection.intervals.resize(static_cast<std::size_t>(dimensions));
  // The process grid is in C order whatever the array's order is.
  for (int i = dimensions - 1, rest = rank; i >= 0; rest /= psizes[i--])
    if (int code = distribute(call, {gsizes[i], distributions[i], arguments[i], psizes[i], rest % psizes[i]},
                              selection.intervals[static_cast<std::size_t>(i)]))
      return code;
  selection.sizes.assign(gsizes, gsizes + dimensions);
  std::vector<int> integers{size, rank, dimensions};
  for (const int *numbers : {gsizes, distributions, arguments, psizes})
    integers.insert(integers.end(), numbers, numbers + dimensions);
  integers.push_back(order);
  return makeSelection(call, selection, {MPI_COMBINER_DARRAY, integers, {}, {oldtype}}, newtype);
}

int PMPI_Type_create_f90_integer(int range, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_f90_integer);
  return fortranType(call, kInteger, MPI_COMBINER_F90_INTEGER, MPI_UNDEFINED, range, newtype);
}
int PMPI_Type_create_f90_real(int precision, int range, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_f90_real);
  return fortranType(call, kReal, MPI_COMBINER_F90_REAL, precision, range, newtype);
}
int PMPI_Type_create_f90_complex(int precision, int range, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_f90_complex);
  return fortranType(call, kComplex, MPI_COMBINER_F90_COMPLEX, precision, range, newtype);
}

} // extern "C"
