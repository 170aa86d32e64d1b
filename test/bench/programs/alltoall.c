/* test/bench/programs/alltoall.c - everybody sends to everybody
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: alltoall BYTES REPETITIONS [sizes]
 * With `sizes` the blocks have a size and no contents, as in a skeleton.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int bytes = argc > 1 ? atoi(argv[1]) : 1024;
  const int repetitions = argc > 2 ? atoi(argv[2]) : 1;
  char *const out = argc > 3 ? NULL : calloc((size_t)size, (size_t)bytes);
  char *const in = argc > 3 ? NULL : calloc((size_t)size, (size_t)bytes);
  const double begin = MPI_Wtime();
  for (int i = 0; i < repetitions; ++i)
    MPI_Alltoall(out, bytes, MPI_CHAR, in, bytes, MPI_CHAR, MPI_COMM_WORLD);
  if (rank == 0)
    printf("simulated %.9f s\n", MPI_Wtime() - begin);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
