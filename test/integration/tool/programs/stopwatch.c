/* test/integration/tool/programs/stopwatch.c - takes the time of each of many pieces of work, as long as the first
 * argument says
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  double times = 0, sum = 0;
  MPI_Init(&argc, &argv);
  const int length = atoi(argv[1]);
  for (int piece = 0; piece < 40000000 / length; ++piece) {
    const double begin = MPI_Wtime();
    for (int i = 1; i < length; ++i)
      sum += 1.0 / i;
    times += MPI_Wtime() - begin;
  }
  printf("%g %g\n", sum, times);
  MPI_Finalize();
  return 0;
}
