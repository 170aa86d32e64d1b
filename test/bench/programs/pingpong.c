/* test/bench/programs/pingpong.c - pairs of neighbours exchange messages
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: pingpong MESSAGES BYTES
 * MESSAGES are shared out among all ranks; each pair sends its part to and fro, one at a time.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long messages = argc > 1 ? atol(argv[1]) : size;
  const int bytes = argc > 2 ? atoi(argv[2]) : 8;
  const int other = rank ^ 1;
  char small[64], *data = bytes > (int)sizeof small ? malloc((size_t)bytes) : small;
  const double begin = MPI_Wtime();
  for (long i = 0; other < size && i < messages / size; ++i) {
    if (rank % 2 == 0)
      MPI_Send(data, bytes, MPI_CHAR, other, 1, MPI_COMM_WORLD);
    MPI_Recv(data, bytes, MPI_CHAR, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank % 2 != 0)
      MPI_Send(data, bytes, MPI_CHAR, other, 1, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("simulated %.9f s\n", MPI_Wtime() - begin);
  MPI_Finalize();
  if (data != small)
    free(data);
  return 0;
}
