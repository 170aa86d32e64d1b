/* The last rank receives from the first. A skeleton that does not know its neighbour never receives: it comes to a
 * deadlock, and what it called until then is compared.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, right = -1;
  double x[10] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  right = (rank + 1) % size;
  for (int i = 0; i < 5; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (right == 0)
      MPI_Recv(x, 10, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
      MPI_Ssend(x, 10, MPI_DOUBLE, size - 1, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
