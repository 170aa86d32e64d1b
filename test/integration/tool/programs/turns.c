/* test/integration/tool/programs/turns.c - a number goes round, and each rank says so when it has it
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: turns TURNS [TURN]: the rank that has that turn crashes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int kept; /* Of each rank. */

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int turns = argc > 1 ? atoi(argv[1]) : 10, crash = argc > 2 ? atoi(argv[2]) : -1;
  long *numbers = NULL;
  kept = rank;
  for (int turn = rank; turn < turns; turn += ranks) {
    const int count = turn + 1;
    long *received = calloc((size_t)count, sizeof *received);
    if (turn > 0)
      MPI_Recv(received, count - 1, MPI_LONG, (rank + ranks - 1) % ranks, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    numbers = realloc(numbers, (size_t)count * sizeof *numbers);
    long sum = 0;
    received[turn] = turn;
    for (int i = 0; i < count; ++i)
      sum += numbers[i] = received[i];
    if (turn == crash)
      *(volatile int *)8 = 1;
    printf("turn %d: rank %d, sum %ld, kept %d\n", turn, rank, sum, kept);
    kept += 1000;
    if (turn + 1 < turns)
      MPI_Send(numbers, count, MPI_LONG, (rank + 1) % ranks, turn + 1, MPI_COMM_WORLD);
    free(received);
  }
  free(numbers);
  MPI_Finalize();
  return 0;
}
