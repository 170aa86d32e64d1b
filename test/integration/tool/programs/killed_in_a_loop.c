/* test/integration/tool/programs/killed_in_a_loop.c - exchanges messages so often, and is killed
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank = 0, size = 0, got = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank < 2)
    for (int i = 0; i < atoi(argv[1]); ++i)
      MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  raise(SIGKILL);
  MPI_Finalize();
  return 0;
}
