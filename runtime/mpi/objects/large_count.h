//===- runtime/mpi/objects/large_count.h - counts of more than an int ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The large-count functions go over the ordinary ones. A count that no int holds becomes one element of a contiguous
/// type, which moves the same bytes. Arrays of counts and displacements are narrowed where all fit; else the call is
/// refused by name.
///
/// Limits    the program's own reduction functions see that type, not the one it passed
/// Source    MPI 4.0, section 2.5.8
#ifndef MAQUETTE_MPI_OBJECTS_LARGE_COUNT_H
#define MAQUETTE_MPI_OBJECTS_LARGE_COUNT_H

#include "core/call.h"

#include <cstdint>
#include <set>
#include <vector>

namespace maquette::mpi {

/// A count with its datatype, as the ordinary functions take it.
class LargeCount {
public:
  LargeCount(const Call &call, MPI_Count count, MPI_Datatype type);
  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

private:
  int count_;
  MPI_Datatype type_;
};

/// Which ranks an array has an element for.
enum class Extent : std::uint8_t { Ranks, Sources, Destinations };
/// How many neighbours a rank has in a topology. \pre extent is not Ranks.
int neighbourCount(MPI_Comm comm, Extent extent);

constexpr int kEveryRank = MPI_UNDEFINED; ///< The array matters on all ranks, not on a root only.

/// Arrays live as long as the simulation, equal ones once: nonblocking and persistent calls read them later.
class NarrowedCounts {
public:
  const int *keep(std::vector<int> values) { return arrays_.insert(std::move(values)).first->data(); }

private:
  std::set<std::vector<int>> arrays_;
};

/// An array of counts or displacements, as the ordinary functions take it.
class NarrowArray {
public:
  NarrowArray(const Call &call, MPI_Comm comm, const std::int64_t *values, Extent extent, int root);
  bool fits() const { return fits_; }
  const int *data() const { return data_; }

private:
  const int *data_ = nullptr;
  bool fits_ = true;
};

int refuseLarge(const Call &call, MPI_Comm comm);
/// Contiguous elements, more than an int counts if need be.
MPI_Datatype largeContiguous(const Call &call, MPI_Count count, MPI_Datatype type);

} // namespace maquette::mpi

#endif
