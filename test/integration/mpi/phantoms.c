/* test/integration/mpi/phantoms.c - phantom buffers move sizes only, and leave real ones alone
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <maquette/abi/skeleton.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *none = maquette_phantom_allocate(100000 * sizeof(double));
  CHECK(none != NULL);
  double mine[4] = {1, 2, 3, 4};
  int right = (rank + 1) % size, left = (rank + size - 1) % size, count = 0;
  MPI_Status status;

  MPI_Sendrecv(none, 4, MPI_DOUBLE, right, 0, mine, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == 4 && mine[0] == 1 && mine[3] == 4);
  MPI_Sendrecv(mine, 4, MPI_DOUBLE, right, 0, none, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == 4);
  MPI_Sendrecv(NULL, 100000, MPI_DOUBLE, right, 0, none + 7, 100000, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == 100000);

  MPI_Allreduce(none, mine, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  CHECK(mine[1] == 2);
  MPI_Allreduce(MPI_IN_PLACE, none, 100000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(none, 100000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(rank == 0 ? none : mine, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  CHECK(mine[2] == 3);
  MPI_Allgather(none, 1, MPI_DOUBLE, none, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Alltoall(none, 500, MPI_DOUBLE, none, 500, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Gather(none, 500, MPI_DOUBLE, none, 500, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Scatter(none, 500, MPI_DOUBLE, none, 500, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Scan(none, none, 500, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  int position = 0;
  char buffer[64];
  MPI_Pack(none, 2, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  CHECK(position == 16);
  maquette_phantom_free(none);
  maquette_phantom_free(malloc(8));
  MPI_Finalize();
  return 0;
}
