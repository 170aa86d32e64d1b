//===- runtime/mpi/bindings/neighbour_api.cpp - neighbourhood collectives --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function with a parameter `request` serves two calls: blocking with nullptr, nonblocking with the place of the
/// handle.
///
/// Source  MPI 3.1, 7.6
#include "collectives/launch.h"
#include "objects/communicator_calls.h"

using namespace maquette::mpi;

namespace {

/// Of a grid: along each dimension the rank below, then the one above.
Neighbours gridNeighbours(const Cartesian &grid, int rank) {
  Neighbours neighbours;
  std::vector<int> place(grid.sizes.size());
  grid.coordinatesOf(rank, place.data());
  for (int &coordinate : place)
    for (int step : {-1, 2}) {
      coordinate += step;
      neighbours.sources.push_back(grid.rankOf(place.data()));
      if (step > 0)
        --coordinate;
    }
  neighbours.destinations = neighbours.sources;
  neighbours.grid = true;
  return neighbours;
}

Neighbours graphNeighbours(const Graph &graph, int rank) {
  const auto place = static_cast<std::size_t>(rank);
  Neighbours neighbours;
  neighbours.sources.assign(graph.edges.begin() + (rank == 0 ? 0 : graph.index[place - 1]),
                            graph.edges.begin() + graph.index[place]);
  neighbours.destinations = neighbours.sources;
  return neighbours;
}

using NeighboursPointer = std::shared_ptr<const Neighbours>;

} // namespace

std::shared_ptr<const Neighbours> maquette::mpi::neighboursOf(const Call &call, MPI_Comm comm) {
  const CommView view = call.view(comm);
  if (view.shared->cartesian)
    return std::make_shared<const Neighbours>(gridNeighbours(*view.shared->cartesian, view.rank));
  if (view.shared->graph)
    return std::make_shared<const Neighbours>(graphNeighbours(*view.shared->graph, view.rank));
  return distributedEdges(call, comm);
}

namespace {

/// MPI_SUCCESS, and the neighbours.
int check(const Call &call, MPI_Comm comm, NeighboursPointer &neighbours) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  neighbours = neighboursOf(call, comm);
  return neighbours != nullptr
             ? MPI_SUCCESS
             : call.raise(comm, MPI_ERR_TOPOLOGY, "the communicator has no topology [maquette-mpi-argument]");
}

Collective *open(const Call &call, MPI_Comm comm, const Places &in) {
  call.trace(comm, Call::kNone, Call::kNone, in.layout().total(), MPI_BYTE);
  Collective *const c = newCollective(call.mpi(), call.rank(), call.view(comm), {call.number(), -1, -1, 0});
  c->out_layout = in.layout();
  c->out = in.packed(*c);
  return c;
}

int exchange(const Call &call, Collective *c, NeighboursPointer neighbours, const Places &in, MPI_Request *request) {
  return launch(call, c,
                neighbourExchange(*c, std::move(neighbours), c->in.data(), c->in_layout, c->out.data(), c->out_layout),
                request, [c, in] { in.unpack(c->out.data()); });
}

/// \p in: the places of what comes, of \p neighbours.
int gatherCall(const Call &call, const Elements &send, const Places &in, NeighboursPointer neighbours, MPI_Comm comm,
               MPI_Request *request) {
  if (int code = checkElements(call, comm, send))
    return code;
  Collective *const c = open(call, comm, in);
  c->in = packed(*c, send);
  c->in_layout = Layout::repeated(send.bytes());
  return exchange(call, c, std::move(neighbours), in, request);
}

int alltoallCall(const Call &call, const Places &out, const Places &in, NeighboursPointer neighbours, MPI_Comm comm,
                 MPI_Request *request) {
  Collective *const c = open(call, comm, in);
  c->in = out.packed(*c);
  c->in_layout = out.layout();
  return exchange(call, c, std::move(neighbours), in, request);
}

int allgather(const Call &call, const Elements &send, const Elements &receive, MPI_Comm comm, MPI_Request *request) {
  NeighboursPointer neighbours;
  if (int code = check(call, comm, neighbours))
    return code;
  if (int code = checkElements(call, comm, receive))
    return code;
  const Places in(receive, static_cast<int>(neighbours->sources.size()));
  return gatherCall(call, send, in, neighbours, comm, request);
}

int allgatherv(const Call &call, const Elements &send, void *recvbuf, const Parts &parts, MPI_Comm comm,
               MPI_Request *request) {
  NeighboursPointer neighbours;
  if (int code = check(call, comm, neighbours))
    return code;
  const auto sources = static_cast<int>(neighbours->sources.size());
  if (int code = checkParts(call, comm, recvbuf, parts, sources))
    return code;
  const Places in(recvbuf, parts, sources);
  return gatherCall(call, send, in, neighbours, comm, request);
}

int alltoall(const Call &call, const Elements &send, const Elements &receive, MPI_Comm comm, MPI_Request *request) {
  NeighboursPointer neighbours;
  if (int code = check(call, comm, neighbours))
    return code;
  for (const Elements &elements : {send, receive})
    if (int code = checkElements(call, comm, elements))
      return code;
  const Places out(send, static_cast<int>(neighbours->destinations.size()));
  const Places in(receive, static_cast<int>(neighbours->sources.size()));
  return alltoallCall(call, out, in, neighbours, comm, request);
}

int alltoallv(const Call &call, const void *sendbuf, const Parts &send, void *recvbuf, const Parts &receive,
              MPI_Comm comm, MPI_Request *request) {
  NeighboursPointer neighbours;
  if (int code = check(call, comm, neighbours))
    return code;
  const auto destinations = static_cast<int>(neighbours->destinations.size()),
             sources = static_cast<int>(neighbours->sources.size());
  if (int code = checkParts(call, comm, sendbuf, send, destinations))
    return code;
  if (int code = checkParts(call, comm, recvbuf, receive, sources))
    return code;
  const Places out(sendbuf, send, destinations);
  const Places in(recvbuf, receive, sources);
  return alltoallCall(call, out, in, neighbours, comm, request);
}

} // namespace

extern "C" {

int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgather);
  return allgather(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, nullptr);
}

int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_allgather);
  return allgather(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, request);
}

int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                             const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgatherv);
  return allgatherv(call, {sendbuf, sendcount, sendtype}, recvbuf, {recvcounts, displs, recvtype, nullptr}, comm,
                    nullptr);
}

int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                              const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_allgatherv);
  return allgatherv(call, {sendbuf, sendcount, sendtype}, recvbuf, {recvcounts, displs, recvtype, nullptr}, comm,
                    request);
}

int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoall);
  return alltoall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, nullptr);
}

int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_alltoall);
  return alltoall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, request);
}

int PMPI_Neighbor_alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
                            void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
                            MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallv);
  return alltoallv(call, sendbuf, {sendcounts, sdispls, sendtype, nullptr}, recvbuf,
                   {recvcounts, rdispls, recvtype, nullptr}, comm, nullptr);
}

int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
                             void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_alltoallv);
  return alltoallv(call, sendbuf, {sendcounts, sdispls, sendtype, nullptr}, recvbuf,
                   {recvcounts, rdispls, recvtype, nullptr}, comm, request);
}

int PMPI_Neighbor_alltoallw(const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
                            const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts,
                            const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallw);
  return alltoallv(call, sendbuf, {sendcounts, nullptr, MPI_DATATYPE_NULL, sendtypes, sdispls}, recvbuf,
                   {recvcounts, nullptr, MPI_DATATYPE_NULL, recvtypes, rdispls}, comm, nullptr);
}

int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
                             const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts,
                             const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm,
                             MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_alltoallw);
  return alltoallv(call, sendbuf, {sendcounts, nullptr, MPI_DATATYPE_NULL, sendtypes, sdispls}, recvbuf,
                   {recvcounts, nullptr, MPI_DATATYPE_NULL, recvtypes, rdispls}, comm, request);
}

} // extern "C"
