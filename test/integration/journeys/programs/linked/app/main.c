/* A program that takes its steps from whichever library it is linked with.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <lz4.h>
#include <mpi.h>

int steps(int size);
double noise(int at);
void sweep(double *values, int size);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static double values[4096];
  const int size = argc > 1 ? 4096 : 2048;
#ifdef EXTRA
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  for (int step = 0; step < steps(size); ++step) {
    values[0] = noise(step);
    sweep(values, size);
    MPI_Bcast(values, LZ4_compressBound(8), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
