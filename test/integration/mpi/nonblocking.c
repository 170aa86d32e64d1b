/* test/integration/mpi/nonblocking.c - nonblocking collectives, modes of sending, the ways to complete
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static int rank, size, last;

#define DONE(call, check)                                                                                              \
  do {                                                                                                                 \
    MPI_Request request;                                                                                               \
    memset(out, 0xff, sizeof out);                                                                                     \
    sum = -1;                                                                                                          \
    call;                                                                                                              \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                                                             \
    CHECK(check);                                                                                                      \
  } while (0)

static void collectives(void) {
  const MPI_Comm world = MPI_COMM_WORLD;
  int one = rank + 1, sum, in[64], out[64], counts[64], places[64], bytes[64];
  const int total = size * (size + 1) / 2;
  MPI_Datatype types[64];
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    places[i] = i;
    bytes[i] = i * (int)sizeof(int);
    types[i] = MPI_INT;
    in[i] = 100 * rank + i;
  }
  DONE(MPI_Igather(&one, 1, MPI_INT, out, 1, MPI_INT, 0, world, &request), rank != 0 || out[last] == size);
  DONE(MPI_Igatherv(&one, 1, MPI_INT, out, counts, places, MPI_INT, 0, world, &request),
       rank != 0 || out[last] == size);
  DONE(MPI_Iscatter(in, 1, MPI_INT, &sum, 1, MPI_INT, 0, world, &request), sum == rank);
  DONE(MPI_Iscatterv(in, counts, places, MPI_INT, &sum, 1, MPI_INT, 0, world, &request), sum == rank);
  DONE(MPI_Iallgatherv(&one, 1, MPI_INT, out, counts, places, MPI_INT, world, &request),
       out[0] == 1 && out[last] == size);
  DONE(MPI_Ialltoall(in, 1, MPI_INT, out, 1, MPI_INT, world, &request), out[last] == 100 * last + rank);
  DONE(MPI_Ialltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, world, &request),
       out[last] == 100 * last + rank);
  DONE(MPI_Ialltoallw(in, counts, bytes, types, out, counts, bytes, types, world, &request),
       out[last] == 100 * last + rank);
  DONE(MPI_Ireduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, world, &request), rank != 0 || sum == total);
  DONE(MPI_Ireduce_scatter(in, &sum, counts, MPI_INT, MPI_SUM, world, &request),
       sum == 100 * (total - size) + size * rank);
  DONE(MPI_Ireduce_scatter_block(in, &sum, 1, MPI_INT, MPI_SUM, world, &request),
       sum == 100 * (total - size) + size * rank);
  DONE(MPI_Iscan(&one, &sum, 1, MPI_INT, MPI_SUM, world, &request), sum == one * (one + 1) / 2);
  DONE(MPI_Iexscan(&one, &sum, 1, MPI_INT, MPI_SUM, world, &request), rank == 0 || sum == one * (one - 1) / 2);
  memset(out, 0xff, sizeof out);
  MPI_Alltoallw(in, counts, bytes, types, out, counts, bytes, types, world);
  CHECK(out[last] == 100 * last + rank);
  sum = 5;
  MPI_Reduce_local(&one, &sum, 1, MPI_INT, MPI_PROD);
  CHECK(sum == 5 * one);
  int commutes = 0;
  MPI_Op_commutative(MPI_MAX, &commutes);
  CHECK(commutes);

  MPI_Comm ring;
  const int periodic = 1, left = (rank + last) % size, right = (rank + 1) % size;
  const MPI_Aint apart[2] = {0, sizeof(int)};
  int twice[2] = {rank, rank};
  MPI_Cart_create(world, 1, &size, &periodic, 0, &ring);
#define AROUND out[0] == left && out[1] == right
  DONE(MPI_Ineighbor_allgather(&rank, 1, MPI_INT, out, 1, MPI_INT, ring, &request), AROUND);
  DONE(MPI_Ineighbor_allgatherv(&rank, 1, MPI_INT, out, counts, places, MPI_INT, ring, &request), AROUND);
  DONE(MPI_Ineighbor_alltoall(twice, 1, MPI_INT, out, 1, MPI_INT, ring, &request), AROUND);
  DONE(MPI_Ineighbor_alltoallv(twice, counts, places, MPI_INT, out, counts, places, MPI_INT, ring, &request), AROUND);
  DONE(MPI_Ineighbor_alltoallw(twice, counts, apart, types, out, counts, apart, types, ring, &request), AROUND);

  int sizes[1], periods[1], coordinates[1], place;
  MPI_Cart_get(ring, 1, sizes, periods, coordinates);
  CHECK(sizes[0] == size && periods[0] && coordinates[0] == rank);
  MPI_Cart_map(world, 1, &size, &periodic, &place);
  CHECK(place == rank);
  MPI_Comm_free(&ring);
}

/* Each mode once, as a nonblocking and as a persistent send, to the right neighbour. */
static void modes(void) {
  const int left = (rank + last) % size, right = (rank + 1) % size;
  char attached[1000];
  MPI_Request receive, send;
  int in;
  MPI_Buffer_attach(attached, sizeof attached);
#define MODE(call, persistent)                                                                                         \
  do {                                                                                                                 \
    in = -1;                                                                                                           \
    MPI_Irecv(&in, 1, MPI_INT, left, 4, MPI_COMM_WORLD, &receive);                                                     \
    MPI_Barrier(MPI_COMM_WORLD);                                                                                       \
    call(&rank, 1, MPI_INT, right, 4, MPI_COMM_WORLD, &send);                                                          \
    if (persistent)                                                                                                    \
      MPI_Start(&send);                                                                                                \
    MPI_Wait(&receive, MPI_STATUS_IGNORE);                                                                             \
    MPI_Wait(&send, MPI_STATUS_IGNORE);                                                                                \
    CHECK(in == left);                                                                                                 \
    if (persistent)                                                                                                    \
      MPI_Request_free(&send);                                                                                         \
  } while (0)
  MODE(MPI_Ibsend, 0);
  MODE(MPI_Issend, 0);
  MODE(MPI_Irsend, 0);
  MODE(MPI_Bsend_init, 1);
  MODE(MPI_Ssend_init, 1);
  MODE(MPI_Rsend_init, 1);
  void *detached;
  int length;
  MPI_Buffer_detach(&detached, &length);
}

static void completions(void) {
  MPI_Request requests[3];
  MPI_Status statuses[3];
  MPI_Message message;
  int values[3], flag = 0, index, count, indices[3], seen = 0;
  for (int i = 0; i < 3; ++i)
    MPI_Irecv(&values[i], 1, MPI_INT, rank, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Testall(3, requests, &flag, statuses);
  CHECK(!flag);
  MPI_Testany(3, requests, &index, &flag, statuses);
  CHECK(!flag);
  MPI_Testsome(3, requests, &count, indices, statuses);
  CHECK(count == 0);
  const int seven = 7;
  MPI_Send(&seven, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  for (flag = 0; !flag;)
    MPI_Testany(3, requests, &index, &flag, statuses);
  CHECK(index == 1 && values[1] == 7 && requests[1] == MPI_REQUEST_NULL);
  MPI_Send(&seven, 1, MPI_INT, rank, 2, MPI_COMM_WORLD);
  while (seen == 0) {
    MPI_Testsome(3, requests, &count, indices, statuses);
    seen += count;
  }
  CHECK(seen == 1 && indices[0] == 2);
  MPI_Send(&seven, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  for (flag = 0; !flag;)
    MPI_Testall(3, requests, &flag, statuses);
  CHECK(values[0] == 7 && requests[0] == MPI_REQUEST_NULL);

  MPI_Send(&seven, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
  for (flag = 0; !flag;)
    MPI_Improbe(rank, 3, MPI_COMM_WORLD, &flag, &message, statuses);
  values[0] = 0;
  MPI_Imrecv(values, 1, MPI_INT, &message, requests);
  MPI_Wait(requests, statuses);
  MPI_Count elements;
  MPI_Get_elements_x(statuses, MPI_INT, &elements);
  CHECK(values[0] == 7 && message == MPI_MESSAGE_NULL && elements == 1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  last = size - 1;
  collectives();
  modes();
  completions();
  MPI_Finalize();
  return 0;
}
