/* test/integration/tool/programs/arrivals.c - messages come in the order of simulated time, not of the host's
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rank r computes four times as long as rank r + 1; of two that compute at once on the host the first ones are the
 * longest. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank > 0) {
    volatile double sum = 0;
    for (long i = 0; i < 1000000L << 2 * (ranks - 1 - rank); ++i)
      sum = sum * 0.5 + 1;
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 1; i < ranks; ++i) {
      int source = -1;
      MPI_Recv(&source, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("from %d\n", source);
    }
  }
  MPI_Finalize();
  return 0;
}
