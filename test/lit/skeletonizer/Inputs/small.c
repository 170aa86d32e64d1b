/* A program for trees.test.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
static double x[10];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 10; i++)
    x[i] += 1.0;
  MPI_Bcast(x, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
