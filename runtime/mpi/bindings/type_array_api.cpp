//===- runtime/mpi/bindings/type_array_api.cpp - parts of arrays, types of Fortran ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source  MPI 3.1, 4.1.3 (subarray), 4.1.4 (distributed array), 17.1.9 (types by precision and range)
#include "objects/type_calls.h"

#include <cfloat>
#include <initializer_list>
#include <type_traits>
#include <utility>
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
  std::int64_t size;
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
      return badArgument(call, "a dimension without distribution has several processes");
    intervals = {{0, size}};
    return MPI_SUCCESS;
  case MPI_DISTRIBUTE_BLOCK: {
    const std::int64_t block = argument == MPI_DISTRIBUTE_DFLT_DARG ? (size + places - 1) / places : argument;
    if (block * places < size)
      return badArgument(call, "the blocks of a dimension do not cover it");
    intervals = dealt(size, block, place, places);
    return MPI_SUCCESS;
  }
  case MPI_DISTRIBUTE_CYCLIC:
    intervals = dealt(size, argument == MPI_DISTRIBUTE_DFLT_DARG ? 1 : argument, place, places);
    return MPI_SUCCESS;
  default:
    return badArgument(call, "unknown distribution");
  }
}

int checkArray(const Call &call, int dimensions, int order, MPI_Datatype type) {
  if (int code = call.checkType(type))
    return code;
  if (dimensions < 1)
    return badArgument(call, "the array has no dimension");
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    return badArgument(call, "unknown storage order");
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
      {kReal, FLT_DIG, FLT_MAX_10_EXP, MPI_REAL4},       {kReal, DBL_DIG, DBL_MAX_10_EXP, MPI_REAL8},
      {kComplex, FLT_DIG, FLT_MAX_10_EXP, MPI_COMPLEX8}, {kComplex, DBL_DIG, DBL_MAX_10_EXP, MPI_COMPLEX16},
      {kInteger, MPI_UNDEFINED, 2, MPI_INTEGER1},        {kInteger, MPI_UNDEFINED, 4, MPI_INTEGER2},
      {kInteger, MPI_UNDEFINED, 9, MPI_INTEGER4},        {kInteger, MPI_UNDEFINED, 18, MPI_INTEGER8},
  };
  for (const FortranKind &kind : kinds)
    if (kind.typeclass == typeclass && (precision == MPI_UNDEFINED || precision <= kind.precision) &&
        (range == MPI_UNDEFINED || range <= kind.range)) {
      *newtype = call.mpi().types().fortranType(combiner, precision, range, kind.type);
      return MPI_SUCCESS;
    }
  return badArgument(call, "no type has this precision and range");
}

template <class Number> constexpr bool kIsLarge = !std::is_same_v<Number, int>;

/// What a constructor was given: \p head, arrays of \p count numbers, \p tail. The large ones keep the numbers of \p
/// sizes apart.
template <class Number>
TypeOrigin originOf(int combiner, std::vector<int> head, std::initializer_list<const Number *> sizes,
                    std::initializer_list<const int *> others, int count, int order, MPI_Datatype type) {
  TypeOrigin origin{combiner, std::move(head), {}, {type}};
  for (const Number *array : sizes) {
    if constexpr (kIsLarge<Number>)
      origin.large_counts.insert(origin.large_counts.end(), array, array + count);
    else
      origin.integers.insert(origin.integers.end(), array, array + count);
  }
  for (const int *array : others)
    origin.integers.insert(origin.integers.end(), array, array + count);
  origin.integers.push_back(order);
  return origin;
}

template <class Number>
int subarray(const Call &call, int dimensions, const Number *sizes, const Number *subsizes, const Number *starts,
             int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  if (int code = checkArray(call, dimensions, order, oldtype))
    return code;
  Selection selection;
  selection.fortran = order == MPI_ORDER_FORTRAN;
  for (int i = 0; i < dimensions; ++i) {
    if (subsizes[i] < 1 || starts[i] < 0 || starts[i] > sizes[i] - subsizes[i])
      return badArgument(call, "dimension " + std::to_string(i) + " of the part is outside the array");
    selection.sizes.push_back(sizes[i]);
    selection.intervals.push_back({{starts[i], subsizes[i]}});
  }
  return makeSelection(
      call, selection,
      originOf<Number>(MPI_COMBINER_SUBARRAY, {dimensions}, {sizes, subsizes, starts}, {}, dimensions, order, oldtype),
      newtype);
}

/// The arrays of a distributed array's constructor.
template <class Number> struct DistributedArray {
  int size;
  int rank;
  int dimensions;
  const Number *gsizes;
  const int *distributions;
  const int *arguments;
  const int *psizes;
  int order;
};

template <class Number>
int distributedArray(const Call &call, const DistributedArray<Number> &array, MPI_Datatype oldtype,
                     MPI_Datatype *newtype) {
  const auto &[size, rank, dimensions, gsizes, distributions, arguments, psizes, order] = array;
  if (int code = checkArray(call, dimensions, order, oldtype))
    return code;
  std::int64_t processes = 1;
  for (int i = 0; i < dimensions; ++i)
    processes *= psizes[i];
  if (processes != size || rank < 0 || rank >= size)
    return badArgument(call,
                       "the process grid has " + std::to_string(processes) + " places, not " + std::to_string(size));
  Selection selection;
  selection.fortran = order == MPI_ORDER_FORTRAN;
  selection.intervals.resize(static_cast<std::size_t>(dimensions));
  // The process grid is in C order whatever the array's order is.
  for (int i = dimensions - 1, rest = rank; i >= 0; rest /= psizes[i--])
    if (int code = distribute(call, {gsizes[i], distributions[i], arguments[i], psizes[i], rest % psizes[i]},
                              selection.intervals[static_cast<std::size_t>(i)]))
      return code;
  selection.sizes.assign(gsizes, gsizes + dimensions);
  return makeSelection(call, selection,
                       originOf<Number>(MPI_COMBINER_DARRAY, {size, rank, dimensions}, {gsizes},
                                        {distributions, arguments, psizes}, dimensions, order, oldtype),
                       newtype);
}

} // namespace

extern "C" {

int PMPI_Type_create_subarray(int dimensions, const int *sizes, const int *subsizes, const int *starts, int order,
                              MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_subarray);
  return subarray(call, dimensions, sizes, subsizes, starts, order, oldtype, newtype);
}

int PMPI_Type_create_subarray_c(int dimensions, const MPI_Count *sizes, const MPI_Count *subsizes,
                                const MPI_Count *starts, int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_subarray_c);
  return subarray(call, dimensions, sizes, subsizes, starts, order, oldtype, newtype);
}

int PMPI_Type_create_darray(int size, int rank, int dimensions, const int *gsizes, const int *distributions,
                            const int *arguments, const int *psizes, int order, MPI_Datatype oldtype,
                            MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_darray);
  return distributedArray<int>(call, {size, rank, dimensions, gsizes, distributions, arguments, psizes, order}, oldtype,
                               newtype);
}

int PMPI_Type_create_darray_c(int size, int rank, int dimensions, const MPI_Count *gsizes, const int *distributions,
                              const int *arguments, const int *psizes, int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype) {
  MAQUETTE_MPI_BEGIN(Type_create_darray_c);
  return distributedArray<MPI_Count>(call, {size, rank, dimensions, gsizes, distributions, arguments, psizes, order},
                                     oldtype, newtype);
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
