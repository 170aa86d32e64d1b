/* test/integration/tool/programs/exchange.c - everybody sends to everybody, so often
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: exchange BYTES ROUNDS
 * With ROUNDS 0 rank 0 waits for a message that nobody sends.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int bytes = argc > 1 ? atoi(argv[1]) : 1024, rounds = argc > 2 ? atoi(argv[2]) : 1;
  if (rank == 0)
    printf("%d ranks send %d bytes\n", size, bytes);
  if (rounds == 0 && rank == 0)
    MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  char *out = calloc((size_t)size, (size_t)bytes), *in = calloc((size_t)size, (size_t)bytes);
  for (int i = 0; i < rounds; ++i)
    MPI_Alltoall(out, bytes, MPI_CHAR, in, bytes, MPI_CHAR, MPI_COMM_WORLD);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
