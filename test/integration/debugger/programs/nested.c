/* Ranks that wait at different depths of their stacks, with contents that tell them apart.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every ninth has the same depth. Rank 0 calls stop_here() when all others wait for it.
 */
#include <mpi.h>
#include <stdio.h>

static int token;

void stop_here(int rank) { token = rank + 1; }

static void wait_for_zero(int rank, int depth) {
  int marks[16];
  for (int i = 0; i < 16; ++i)
    marks[i] = 1000 * rank + depth;
  if (depth > 0)
    wait_for_zero(rank, depth - 1);
  else if (rank % 2 != 0)
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Probe(0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 16; ++i)
    if (marks[i] != 1000 * rank + depth)
      MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int i = 1; i < size; ++i)
      MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    stop_here(rank);
    for (int i = 1; i < size; ++i)
      MPI_Send(&token, 1, MPI_INT, i, 1, MPI_COMM_WORLD);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    wait_for_zero(rank, rank % 9);
    if (rank % 2 == 0)
      MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 0)
    printf("all is well\n");
  MPI_Finalize();
  return 0;
}
