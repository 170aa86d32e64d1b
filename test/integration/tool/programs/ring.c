/* test/integration/tool/programs/ring.c - each rank sends its number on; ends with the status it is told
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, from;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 7, &from, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  if (rank == 0)
    printf("rank 0 of %d heard from %d\n", size, from);
  MPI_Finalize();
  return argc > 1 ? atoi(argv[1]) : 0;
}
