//===- runtime/mpi/bindings/topology_api.cpp - Cartesian topologies --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/communicator_calls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace maquette::mpi;

namespace maquette::mpi {

void Cartesian::coordinatesOf(int rank, int *coordinates) const {
  for (std::size_t i = sizes.size(); i-- > 0;) {
    coordinates[i] = rank % sizes[i];
    rank /= sizes[i];
  }
}

int Cartesian::rankOf(const int *coordinates) const {
  int rank = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    int coordinate = coordinates[i];
    if (coordinate < 0 || coordinate >= sizes[i]) {
      if (periods[i] == 0)
        return MPI_PROC_NULL;
      coordinate = (coordinate % sizes[i] + sizes[i]) % sizes[i];
    }
    rank = rank * sizes[i] + coordinate;
  }
  return rank;
}

namespace {

int noTopology(const Call &call, MPI_Comm comm) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return call.raise(comm, MPI_ERR_TOPOLOGY, "the communicator has no Cartesian topology [maquette-mpi-argument]");
}

int checkDimensions(const Call &call, MPI_Comm comm, int dimensions) {
  return dimensions >= 0
             ? MPI_SUCCESS
             : call.raise(comm, MPI_ERR_DIMS,
                          "the number of dimensions is " + std::to_string(dimensions) + " [maquette-mpi-argument]");
}

/// Looks for n as a product of factors that do not grow, with the least difference of the largest and the smallest. Of
/// several, the one whose last factors are larger.
class Balance {
public:
  Balance(int n, int count) : chosen_(static_cast<std::size_t>(count)), sizes_(chosen_) { place(n, n, 0); }
  const std::vector<int> &sizes() const { return chosen_; }

private:
  void place(int n, int most, std::size_t index) {
    if (index + 1 == sizes_.size()) {
      sizes_[index] = n;
      if (n <= most && isBetter())
        chosen_ = sizes_;
      return;
    }
    const auto left = static_cast<double>(sizes_.size() - index);
    for (int size = std::max(1, static_cast<int>(std::floor(std::pow(n, 1 / left) - 1e-9))); size <= std::min(n, most);
         ++size) {
      if (n % size != 0)
        continue;
      // Once the largest is further above the mean than the best difference, no later one is better.
      if (index == 0 && chosen_.front() > 0 && size - std::pow(n, 1 / left) > difference(chosen_))
        return;
      sizes_[index] = size;
      place(n / size, size, index + 1);
    }
  }
  static int difference(const std::vector<int> &sizes) { return sizes.front() - sizes.back(); }
  bool isBetter() const {
    if (chosen_.front() == 0 || difference(sizes_) != difference(chosen_))
      return chosen_.front() == 0 || difference(sizes_) < difference(chosen_);
    return std::lexicographical_compare(chosen_.rbegin(), chosen_.rend(), sizes_.rbegin(), sizes_.rend());
  }

  std::vector<int> chosen_;
  std::vector<int> sizes_;
};

/// n as a product of \p count factors as close to each other as possible, largest first: MPI 3.1, 7.5.2.
std::vector<int> balanced(int n, int count) { return count > 0 ? Balance(n, count).sizes() : std::vector<int>(); }

} // namespace
} // namespace maquette::mpi

extern "C" {

int PMPI_Dims_create(int nodes, int dimensions, int *sizes) {
  MAQUETTE_MPI_BEGIN(Dims_create);
  if (dimensions == 0)
    return MPI_SUCCESS;
  if (int code = checkDimensions(call, MPI_COMM_WORLD, dimensions))
    return code;
  int fixed = 1, open = 0;
  for (int i = 0; i < dimensions; ++i) {
    if (sizes[i] < 0)
      return call.raise(MPI_COMM_WORLD, MPI_ERR_DIMS, "a dimension is negative [maquette-mpi-argument]");
    if (sizes[i] > 0)
      fixed *= sizes[i];
    else
      ++open;
  }
  if (nodes <= 0 || nodes % fixed != 0 || (open == 0 && fixed != nodes))
    return call.raise(MPI_COMM_WORLD, MPI_ERR_DIMS,
                      std::to_string(nodes) + " nodes do not fit the given dimensions [maquette-mpi-argument]");
  const std::vector<int> chosen = balanced(nodes / fixed, open);
  for (int i = 0, next = 0; i < dimensions; ++i)
    if (sizes[i] == 0)
      sizes[i] = chosen[static_cast<std::size_t>(next++)];
  return MPI_SUCCESS;
}

int PMPI_Cart_create(MPI_Comm comm, int dimensions, const int *sizes, const int *periods, int, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Cart_create);
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, dimensions, MPI_DATATYPE_NULL);
  if (int code = call.checkComm(comm, view))
    return code;
  if (view.isInter())
    return call.raise(comm, MPI_ERR_COMM, "an inter-communicator cannot have a grid [maquette-mpi-argument]");
  if (int code = checkDimensions(call, comm, dimensions))
    return code;
  std::int64_t nodes = 1;
  for (int i = 0; i < dimensions; ++i)
    nodes = sizes[i] < 0 ? -1 : std::min<std::int64_t>(nodes * sizes[i], std::numeric_limits<int>::max());
  if (nodes < 0 || nodes > view.size())
    return call.raise(comm, MPI_ERR_DIMS,
                      "the grid has " + std::to_string(nodes) + " places, but the communicator " +
                          std::to_string(view.size()) + " ranks [maquette-mpi-argument]");
  const bool inside = view.rank < nodes;
  const Share share = nodes == view.size() && view.shared->group
                          ? duplicateTogether(call, view)
                          : splitTogether(call, view, inside ? 0 : MPI_UNDEFINED, view.rank);
  if (share.comm != nullptr && !share.comm->cartesian)
    share.comm->cartesian = std::make_shared<const Cartesian>(
        Cartesian{std::vector<int>(sizes, sizes + dimensions), std::vector<int>(periods, periods + dimensions)});
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Cart_get(MPI_Comm comm, int dimensions, int *sizes, int *periods, int *coordinates) {
  MAQUETTE_MPI_BEGIN(Cart_get);
  const CommView view = call.view(comm);
  if (!view || !view.shared->cartesian)
    return noTopology(call, comm);
  const Cartesian &grid = *view.shared->cartesian;
  std::vector<int> place(grid.sizes.size());
  grid.coordinatesOf(view.rank, place.data());
  const std::size_t count = std::min(grid.sizes.size(), static_cast<std::size_t>(dimensions));
  std::copy_n(grid.sizes.begin(), count, sizes);
  std::copy_n(grid.periods.begin(), count, periods);
  std::copy_n(place.begin(), count, coordinates);
  return MPI_SUCCESS;
}

int PMPI_Cart_rank(MPI_Comm comm, const int *coordinates, int *rank) {
  MAQUETTE_MPI_BEGIN(Cart_rank);
  const CommView view = call.view(comm);
  if (!view || !view.shared->cartesian)
    return noTopology(call, comm);
  *rank = view.shared->cartesian->rankOf(coordinates);
  if (*rank == MPI_PROC_NULL)
    return call.raise(comm, MPI_ERR_ARG, "a coordinate is outside its dimension [maquette-mpi-argument]");
  return MPI_SUCCESS;
}

int PMPI_Cart_coords(MPI_Comm comm, int rank, int dimensions, int *coordinates) {
  MAQUETTE_MPI_BEGIN(Cart_coords);
  const CommView view = call.view(comm);
  if (!view || !view.shared->cartesian)
    return noTopology(call, comm);
  if (int code = call.checkMember(comm, view, rank))
    return code;
  const Cartesian &grid = *view.shared->cartesian;
  std::vector<int> place(grid.sizes.size());
  if (dimensions < 0 || static_cast<std::size_t>(dimensions) < place.size())
    return call.raise(comm, MPI_ERR_ARG,
                      "the array has room for " + std::to_string(dimensions) + " of " + std::to_string(place.size()) +
                          " coordinates [maquette-mpi-argument]");
  grid.coordinatesOf(rank, place.data());
  std::copy(place.begin(), place.end(), coordinates);
  return MPI_SUCCESS;
}

int PMPI_Cart_shift(MPI_Comm comm, int direction, int displacement, int *source, int *dest) {
  MAQUETTE_MPI_BEGIN(Cart_shift);
  const CommView view = call.view(comm);
  if (!view || !view.shared->cartesian)
    return noTopology(call, comm);
  const Cartesian &grid = *view.shared->cartesian;
  if (direction < 0 || direction >= static_cast<int>(grid.sizes.size()))
    return call.raise(comm, MPI_ERR_ARG, "unknown direction [maquette-mpi-argument]");
  std::vector<int> place(grid.sizes.size());
  grid.coordinatesOf(view.rank, place.data());
  int &moved = place[static_cast<std::size_t>(direction)];
  const int here = moved;
  moved = here + displacement;
  *dest = grid.rankOf(place.data());
  moved = here - displacement;
  *source = grid.rankOf(place.data());
  return MPI_SUCCESS;
}

int PMPI_Cart_sub(MPI_Comm comm, const int *remain, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Cart_sub);
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (!view || !view.shared->cartesian)
    return noTopology(call, comm);
  const Cartesian &grid = *view.shared->cartesian;
  std::vector<int> place(grid.sizes.size());
  grid.coordinatesOf(view.rank, place.data());
  Cartesian rest;
  int color = 0, key = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    int &number = remain[i] != 0 ? key : color;
    number = number * grid.sizes[i] + place[i];
    if (remain[i] != 0) {
      rest.sizes.push_back(grid.sizes[i]);
      rest.periods.push_back(grid.periods[i]);
    }
  }
  // A grid without dimensions has one place: that of rank 0.
  if (rest.sizes.empty() && view.rank != 0)
    color = MPI_UNDEFINED;
  const Share share = splitTogether(call, view, color, key);
  if (share.comm != nullptr && !share.comm->cartesian)
    share.comm->cartesian = std::make_shared<const Cartesian>(std::move(rest));
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Cart_map(MPI_Comm comm, int dimensions, const int *sizes, const int *, int *newrank) {
  MAQUETTE_MPI_BEGIN(Cart_map);
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  std::int64_t nodes = 1;
  for (int i = 0; i < dimensions; ++i)
    nodes *= sizes[i];
  *newrank = view.rank < nodes ? view.rank : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int PMPI_Cartdim_get(MPI_Comm comm, int *dimensions) {
  MAQUETTE_MPI_BEGIN(Cartdim_get);
  const CommView view = call.view(comm);
  if (!view || !view.shared->cartesian)
    return noTopology(call, comm);
  *dimensions = static_cast<int>(view.shared->cartesian->sizes.size());
  return MPI_SUCCESS;
}

int PMPI_Topo_test(MPI_Comm comm, int *status) {
  MAQUETTE_MPI_BEGIN(Topo_test);
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  *status = view.shared->cartesian                    ? MPI_CART
            : view.shared->graph                      ? MPI_GRAPH
            : distributedEdges(call, comm) != nullptr ? MPI_DIST_GRAPH
                                                      : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

} // extern "C"
