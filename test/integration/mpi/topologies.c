/* test/integration/mpi/topologies.c - graphs, distributed graphs, and collectives among neighbours
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static int rank, size;

/* A ring: each rank has the one below and the one above. */
static void graph(void) {
  int *index = malloc(sizeof(int) * (size_t)size), *edges = malloc(sizeof(int) * 2 * (size_t)size);
  for (int i = 0; i < size; ++i) {
    index[i] = 2 * (i + 1);
    edges[2 * i] = (i + size - 1) % size;
    edges[2 * i + 1] = (i + 1) % size;
  }
  MPI_Comm ring, copy;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
  MPI_Comm_dup(ring, &copy);
  int kind, nodes, edge_count, count, neighbours[2];
  MPI_Topo_test(copy, &kind);
  CHECK(kind == MPI_GRAPH);
  MPI_Graphdims_get(copy, &nodes, &edge_count);
  CHECK(nodes == size && edge_count == 2 * size);
  MPI_Graph_neighbors_count(copy, rank, &count);
  MPI_Graph_neighbors(copy, rank, 2, neighbours);
  CHECK(count == 2 && neighbours[0] == (rank + size - 1) % size && neighbours[1] == (rank + 1) % size);
  MPI_Graph_get(ring, size, 2 * size, index, edges);
  CHECK(index[size - 1] == 2 * size && edges[2 * size - 1] == 0);
  int place;
  MPI_Graph_map(MPI_COMM_WORLD, 1, index, edges, &place);
  CHECK(place == (rank == 0 ? 0 : MPI_UNDEFINED));
  int got[2] = {-1, -1};
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, ring);
  CHECK(got[0] == neighbours[0] && got[1] == neighbours[1]);
  MPI_Comm_free(&ring);
  MPI_Comm_free(&copy);
  free(index);
  free(edges);
}

/* Rank r sends to all above it; rank 0 alone tells all edges, with the difference as weight. */
static void distributed(void) {
  int *sources = malloc(sizeof(int) * (size_t)size), *degrees = malloc(sizeof(int) * (size_t)size);
  int *destinations = malloc(sizeof(int) * (size_t)(size * size)),
      *weights = malloc(sizeof(int) * (size_t)(size * size));
  int next = 0;
  for (int i = 0; i < size; ++i) {
    sources[i] = i;
    degrees[i] = size - 1 - i;
    for (int j = i + 1; j < size; ++j, ++next) {
      destinations[next] = j;
      weights[next] = j - i;
    }
  }
  MPI_Comm upward, same, nowhere;
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? size : 0, sources, degrees, destinations,
                        rank == 0 ? weights : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &upward);
  int kind, in, out, weighted;
  MPI_Topo_test(upward, &kind);
  CHECK(kind == MPI_DIST_GRAPH);
  MPI_Dist_graph_neighbors_count(upward, &in, &out, &weighted);
  CHECK(in == rank && out == size - 1 - rank && weighted);
  int *from = malloc(sizeof(int) * 4 * (size_t)size), *to = from + size, *from_weights = to + size,
      *to_weights = from_weights + size;
  MPI_Dist_graph_neighbors(upward, size, from, from_weights, size, to, to_weights);
  for (int i = 0; i < in; ++i)
    CHECK(from[i] >= 0 && from[i] < rank && from_weights[i] == rank - from[i]);
  for (int i = 0; i < out; ++i)
    CHECK(to[i] == rank + 1 + i && to_weights[i] == i + 1);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, from, MPI_UNWEIGHTED, out, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &same);
  MPI_Dist_graph_neighbors_count(same, &in, &out, &weighted);
  CHECK(in == rank && out == size - 1 - rank && !weighted);

  int *received = malloc(sizeof(int) * 2 * (size_t)size), *sent = malloc(sizeof(int) * (size_t)size);
  MPI_Request request;
  for (int i = 0; i < out; ++i)
    sent[i] = 100 * rank + to[i];
  MPI_Ineighbor_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, same, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < in; ++i)
    CHECK(received[i] == 100 * from[i] + rank);
  /* Rank r sends r + 1 elements to each. */
  int *counts = malloc(sizeof(int) * 2 * (size_t)size), *places = counts + size, total = 0;
  for (int i = 0; i < in; ++i) {
    counts[i] = from[i] + 1;
    places[i] = total;
    total += counts[i];
  }
  int *all = malloc(sizeof(int) * (size_t)(total + 1)), *mine = malloc(sizeof(int) * (size_t)size);
  for (int i = 0; i <= rank; ++i)
    mine[i] = 1000 * rank + i;
  MPI_Neighbor_allgatherv(mine, rank + 1, MPI_INT, all, counts, places, MPI_INT, same);
  for (int i = 0; i < in; ++i)
    for (int j = 0; j < counts[i]; ++j)
      CHECK(all[places[i] + j] == 1000 * from[i] + j);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL,
                                 0, &nowhere);
  MPI_Neighbor_alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, nowhere);
  MPI_Comm_free(&nowhere);
  MPI_Comm_free(&upward);
  MPI_Comm_free(&same);
  free(sources), free(degrees), free(destinations), free(weights), free(from), free(received), free(sent), free(counts);
  free(all), free(mine);
}

/* A line: the first and the last rank have a neighbour that is not there. */
static void grid(void) {
  int periodic = 0;
  MPI_Comm line;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
  int sent[2] = {10 * rank, 10 * rank + 1}, received[2] = {-1, -1}, counts[2] = {1, 1}, places[2] = {1, 0};
  MPI_Neighbor_alltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, line);
  /* Element 1 goes down, element 0 up; what comes from below lands in element 1. */
  CHECK(received[1] == (rank > 0 ? 10 * (rank - 1) : -1));
  CHECK(received[0] == (rank + 1 < size ? 10 * (rank + 1) + 1 : -1));
  MPI_Aint at[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  received[0] = received[1] = -1;
  MPI_Neighbor_alltoallw(sent, counts, at, types, received, counts, at, types, line);
  CHECK(received[0] == (rank > 0 ? 10 * (rank - 1) + 1 : -1));
  CHECK(received[1] == (rank + 1 < size ? 10 * (rank + 1) : -1));
  MPI_Comm_free(&line);
}

/* A communicator has the error handler of the one it was made from. */
static void handlers(void) {
  MPI_Comm whole, row;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  const int periodic = 1, stays = 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &whole);
  MPI_Comm_get_errhandler(whole, &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  MPI_Cart_sub(whole, &stays, &row);
  MPI_Comm_get_errhandler(row, &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  MPI_Comm_free(&row);
  MPI_Comm_free(&whole);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  graph();
  distributed();
  grid();
  handlers();
  MPI_Finalize();
  return 0;
}
