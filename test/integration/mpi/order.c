/* test/integration/mpi/order.c - messages do not overtake each other, whatever their sizes (MPI 4.0, section 3.5)
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every rank sends many messages of one tag to its neighbour and to a far rank. Their sizes are random, from 0 bytes to
 * beyond any eager threshold; a receiver knows the sizes that the sender draws, so a wrong order shows in the status, and
 * in the number that a message begins with. Some receives are posted before, some after, some name no source.
 */
#include "check.h"

#include <string.h>

enum { kMessages = 60, kMost = 1 << 16, kRounds = 4 };

static unsigned state;
static unsigned next(void) { return state = state * 1664525u + 1013904223u; }
static int drawSize(void) {
  const int bits = (int)(next() >> 16) % 17;
  return (int)((next() >> 8) % (1u << bits));
}
/* The sizes that a rank sends to another in a round, in order. */
static void drawSizes(int from, int to, int round, int *sizes) {
  state = (unsigned)(from * 7919 + to * 104729 + round * 1299709 + 1);
  for (int i = 0; i < kMessages; ++i)
    sizes[i] = drawSize();
}

static char out[kMessages][kMost];
static char in[kMost];

static void receiveAll(int from, int source, int rank, int round, MPI_Comm comm) {
  int sizes[kMessages];
  drawSizes(from, rank, round, sizes);
  for (int i = 0; i < kMessages; ++i) {
    MPI_Status status;
    int bytes;
    in[0] = (char)-1;
    MPI_Recv(in, kMost, MPI_BYTE, source, 5, comm, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    CHECK(status.MPI_SOURCE == from);
    CHECK(bytes == sizes[i]);
    CHECK(bytes == 0 || in[0] == (char)i);
  }
}

static void exchange(int distance, int round, MPI_Comm comm) {
  int rank, size, sizes[kMessages];
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int to = (rank + distance) % size, from = (rank - distance + size) % size;
  MPI_Request sends[kMessages];
  drawSizes(rank, to, round, sizes);
  for (int i = 0; i < kMessages; ++i) {
    out[i][0] = (char)i;
    MPI_Isend(out[i], sizes[i], MPI_BYTE, to, 5, comm, &sends[i]);
  }
  receiveAll(from, round % 2 ? MPI_ANY_SOURCE : from, rank, round, comm);
  MPI_Waitall(kMessages, sends, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < kRounds; ++round) {
    exchange(1, round, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    exchange(size / 2, round, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
