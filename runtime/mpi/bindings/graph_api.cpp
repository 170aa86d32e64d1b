//===- runtime/mpi/bindings/graph_api.cpp - MPI_Graph_*, MPI_Dist_graph_* --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times: the edges that ranks give for others cost an allgather of one edge each, the communicator as in
/// communicator_api.cpp.
///
/// Source  MPI 3.1, 7.5.3 to 7.5.5
#include "collectives/launch.h"
#include "objects/communicator_calls.h"

#include <algorithm>

using namespace maquette::mpi;

namespace maquette::mpi {

std::shared_ptr<const Neighbours> distributedEdges(const Call &call, MPI_Comm comm) {
  return call.rank().objects == nullptr && (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF)
             ? nullptr
             : call.extras(comm).neighbours;
}

namespace {

constexpr std::int64_t kEdgeBytes = 12;

int noGraph(const Call &call, MPI_Comm comm) {
  return call.raise(comm, MPI_ERR_TOPOLOGY, "the communicator has no graph topology [maquette-mpi-argument]");
}

int badEdge(const Call &call, MPI_Comm comm, int rank) {
  return call.raise(comm, MPI_ERR_ARG,
                    "an edge leads to rank " + std::to_string(rank) + ", which does not exist [maquette-mpi-argument]");
}

const Graph *graphOf(const Call &call, MPI_Comm comm) {
  const CommView view = call.view(comm);
  return view ? view.shared->graph.get() : nullptr;
}

/// The edges of \p rank in a graph: first and last.
std::pair<int, int> edgeRange(const Graph &graph, int rank) {
  const auto place = static_cast<std::size_t>(rank);
  return {rank == 0 ? 0 : graph.index[place - 1], graph.index[place]};
}

int checkIntra(const Call &call, MPI_Comm comm, const CommView &view) {
  if (int code = call.checkComm(comm, view))
    return code;
  if (view.isInter())
    return call.raise(comm, MPI_ERR_COMM, "the communicator is an inter-communicator [maquette-mpi-argument]");
  return MPI_SUCCESS;
}

/// The new communicator of a distributed graph.
int distributed(const Call &call, MPI_Comm comm, const CommView &view, std::shared_ptr<const Neighbours> neighbours,
                MPI_Comm *newcomm) {
  *newcomm = inherit(call, comm, handleOf(call, duplicateTogether(call, view)));
  call.extras(*newcomm).neighbours = std::move(neighbours);
  return MPI_SUCCESS;
}

int checkDegree(const Call &call, MPI_Comm comm, int degree) {
  return degree >= 0 ? MPI_SUCCESS
                     : call.raise(comm, MPI_ERR_ARG,
                                  "the number of edges is " + std::to_string(degree) + " [maquette-mpi-argument]");
}

bool isWeighted(const int *weights) { return weights != MPI_UNWEIGHTED; }

std::vector<int> weightsOf(const int *weights, int count) {
  if (!isWeighted(weights) || weights == MPI_WEIGHTS_EMPTY || weights == nullptr)
    return std::vector<int>(static_cast<std::size_t>(count), 1);
  return {weights, weights + count};
}

void give(const std::vector<int> &from, int most, int *to) {
  if (most > 0 && to != nullptr && isWeighted(to) && to != MPI_WEIGHTS_EMPTY)
    std::copy_n(from.begin(), std::min(from.size(), static_cast<std::size_t>(most)), to);
}

} // namespace
} // namespace maquette::mpi

extern "C" {

int PMPI_Graph_create(MPI_Comm comm, int nodes, const int *index, const int *edges, int, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Graph_create);
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, nodes, MPI_DATATYPE_NULL);
  if (int code = checkIntra(call, comm, view))
    return code;
  if (nodes < 0 || nodes > view.size())
    return call.raise(comm, MPI_ERR_ARG,
                      "the graph has " + std::to_string(nodes) + " nodes, but the communicator " +
                          std::to_string(view.size()) + " ranks [maquette-mpi-argument]");
  const int edge_count = nodes > 0 ? index[nodes - 1] : 0;
  for (int i = 0; i < edge_count; ++i)
    if (edges[i] < 0 || edges[i] >= nodes)
      return badEdge(call, comm, edges[i]);
  const Share share = splitTogether(call, view, view.rank < nodes ? 0 : MPI_UNDEFINED, view.rank);
  if (share.comm != nullptr && !share.comm->graph)
    share.comm->graph = std::make_shared<const Graph>(
        Graph{std::vector<int>(index, index + nodes), std::vector<int>(edges, edges + edge_count)});
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Graphdims_get(MPI_Comm comm, int *nodes, int *edges) {
  MAQUETTE_MPI_BEGIN(Graphdims_get);
  const Graph *const graph = graphOf(call, comm);
  if (graph == nullptr)
    return noGraph(call, comm);
  *nodes = static_cast<int>(graph->index.size());
  *edges = static_cast<int>(graph->edges.size());
  return MPI_SUCCESS;
}

int PMPI_Graph_get(MPI_Comm comm, int max_index, int max_edges, int *index, int *edges) {
  MAQUETTE_MPI_BEGIN(Graph_get);
  const Graph *const graph = graphOf(call, comm);
  if (graph == nullptr)
    return noGraph(call, comm);
  give(graph->index, max_index, index);
  give(graph->edges, max_edges, edges);
  return MPI_SUCCESS;
}

int PMPI_Graph_map(MPI_Comm comm, int nodes, const int *, const int *, int *newrank) {
  MAQUETTE_MPI_BEGIN(Graph_map);
  const CommView view = call.view(comm);
  if (int code = checkIntra(call, comm, view))
    return code;
  *newrank = view.rank < nodes ? view.rank : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *count) {
  MAQUETTE_MPI_BEGIN(Graph_neighbors_count);
  const Graph *const graph = graphOf(call, comm);
  if (graph == nullptr)
    return noGraph(call, comm);
  if (int code = call.checkMember(comm, call.view(comm), rank))
    return code;
  const auto [first, last] = edgeRange(*graph, rank);
  *count = last - first;
  return MPI_SUCCESS;
}

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int most, int *neighbours) {
  MAQUETTE_MPI_BEGIN(Graph_neighbors);
  const Graph *const graph = graphOf(call, comm);
  if (graph == nullptr)
    return noGraph(call, comm);
  if (int code = call.checkMember(comm, call.view(comm), rank))
    return code;
  const auto [first, last] = edgeRange(*graph, rank);
  std::copy_n(graph->edges.begin() + first, std::min(last - first, most), neighbours);
  return MPI_SUCCESS;
}

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int *sources, const int *sourceweights,
                                    int outdegree, const int *destinations, const int *destweights, MPI_Info, int,
                                    MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Dist_graph_create_adjacent);
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, outdegree, MPI_DATATYPE_NULL);
  if (int code = checkIntra(call, comm, view))
    return code;
  for (int degree : {indegree, outdegree})
    if (int code = checkDegree(call, comm, degree))
      return code;
  auto neighbours = std::make_shared<Neighbours>();
  neighbours->sources.assign(sources, sources + indegree);
  neighbours->destinations.assign(destinations, destinations + outdegree);
  for (const std::vector<int> *ranks : {&neighbours->sources, &neighbours->destinations})
    for (int rank : *ranks)
      if (rank < 0 || rank >= view.size())
        return badEdge(call, comm, rank);
  neighbours->weighted = isWeighted(sourceweights) && isWeighted(destweights);
  neighbours->source_weights = weightsOf(sourceweights, indegree);
  neighbours->destination_weights = weightsOf(destweights, outdegree);
  return distributed(call, comm, view, std::move(neighbours), newcomm);
}

int PMPI_Dist_graph_create(MPI_Comm comm, int count, const int *sources, const int *degrees, const int *destinations,
                           const int *weights, MPI_Info, int, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Dist_graph_create);
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, count, MPI_DATATYPE_NULL);
  if (int code = checkIntra(call, comm, view))
    return code;
  if (int code = checkDegree(call, comm, count))
    return code;
  Part part;
  part.color = isWeighted(weights) ? 1 : 0;
  for (int i = 0, next = 0; i < count; ++i) {
    if (int code = checkDegree(call, comm, degrees[i]))
      return code;
    for (int j = 0; j < degrees[i]; ++j, ++next) {
      for (int rank : {sources[i], destinations[next]})
        if (rank < 0 || rank >= view.size())
          return badEdge(call, comm, rank);
      const bool has_weight = isWeighted(weights) && weights != MPI_WEIGHTS_EMPTY;
      part.edges.push_back({sources[i], destinations[next], has_weight ? weights[next] : 1});
    }
  }
  const CommunicatorConstruction::Name name = constructionName(call, view);
  call.mpi().communicators().construction().leave(name, view.rank, view.size(), std::move(part));
  runPhantomAllgather(call, view, kEdgeBytes);
  return distributed(call, comm, view, call.mpi().communicators().construction().neighbours(name, view.rank), newcomm);
}

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) {
  MAQUETTE_MPI_BEGIN(Dist_graph_neighbors_count);
  const CommView view = call.view(comm);
  const auto neighbours = view ? distributedEdges(call, comm) : nullptr;
  if (neighbours == nullptr)
    return noGraph(call, comm);
  *indegree = static_cast<int>(neighbours->sources.size());
  *outdegree = static_cast<int>(neighbours->destinations.size());
  *weighted = neighbours->weighted ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int most_sources, int *sources, int *sourceweights, int most_destinations,
                              int *destinations, int *destweights) {
  MAQUETTE_MPI_BEGIN(Dist_graph_neighbors);
  const CommView view = call.view(comm);
  const auto neighbours = view ? distributedEdges(call, comm) : nullptr;
  if (neighbours == nullptr)
    return noGraph(call, comm);
  give(neighbours->sources, most_sources, sources);
  give(neighbours->destinations, most_destinations, destinations);
  if (!neighbours->weighted)
    return MPI_SUCCESS;
  give(neighbours->source_weights, most_sources, sourceweights);
  give(neighbours->destination_weights, most_destinations, destweights);
  return MPI_SUCCESS;
}

} // extern "C"
