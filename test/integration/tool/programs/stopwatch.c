/* test/integration/tool/programs/stopwatch.c - takes the time of each of many pieces of work
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  double times = 0, sum = 0;
  MPI_Init(&argc, &argv);
  for (int piece = 0; piece < 2000; ++piece) {
    const double begin = MPI_Wtime();
    for (int i = 1; i < 20000; ++i)
      sum += 1.0 / i;
    times += MPI_Wtime() - begin;
  }
  printf("%g %g\n", sum, times);
  MPI_Finalize();
  return 0;
}
