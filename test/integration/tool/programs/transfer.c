/* test/integration/tool/programs/transfer.c - rank 0 sends bytes to rank 1 in a number of messages, each answered
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int bytes = argc > 1 ? atoi(argv[1]) : 1, messages = argc > 2 ? atoi(argv[2]) : 1;
  char *data = calloc((size_t)bytes, 1);
  for (int i = 0; i < messages && rank < 2; ++i) {
    if (rank == 0)
      MPI_Send(data, bytes / messages, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(data, bytes / messages, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
      MPI_Send(data, 0, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(data, 0, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(data);
  MPI_Finalize();
  return 0;
}
