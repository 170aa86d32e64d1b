/* test/integration/tool/programs/long_waits.c - records that are longer than a chunk of a recording
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>

enum { kMost = 10000, kRounds = 3 };

int main(int argc, char **argv) {
  static MPI_Request requests[kMost];
  static int values[kMost];
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kMost; ++i)
      if (rank == 0)
        MPI_Isend(&values[i], 1, MPI_INT, 1, i % 100, MPI_COMM_WORLD, &requests[i]);
      else
        MPI_Irecv(&values[i], 1, MPI_INT, 0, i % 100, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(kMost, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
