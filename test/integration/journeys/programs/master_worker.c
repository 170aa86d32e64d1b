/* Work for whoever has done its last piece: the master answers the sender of each result, until that worker had its
 * share.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kWork = 1, kResult = 2, kStop = 3 };

static double integrate(int piece) {
  double sum = 0.0;
  for (int i = 0; i < 20000; i++)
    sum += 1.0 / (1.0 + i + piece);
  return sum;
}

static void master(int workers, int share) {
  double total = 0.0, result;
  int active = workers, piece = 0;
  int *given = calloc((size_t)workers + 1, sizeof(int));
  MPI_Status status;
  for (int worker = 1; worker <= workers; worker++)
    MPI_Send(&piece, 1, MPI_INT, worker, kWork, MPI_COMM_WORLD);
  while (active > 0) {
    MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, kResult, MPI_COMM_WORLD, &status);
    total += result;
    piece++;
    if (++given[status.MPI_SOURCE] < share) {
      MPI_Send(&piece, 1, MPI_INT, status.MPI_SOURCE, kWork, MPI_COMM_WORLD);
    } else {
      MPI_Send(&piece, 1, MPI_INT, status.MPI_SOURCE, kStop, MPI_COMM_WORLD);
      active--;
    }
  }
  free(given);
  printf("total %.12f\n", total);
}

static void worker(void) {
  MPI_Status status;
  int piece;
  for (;;) {
    MPI_Recv(&piece, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == kStop)
      break;
    double result = integrate(piece);
    MPI_Send(&result, 1, MPI_DOUBLE, 0, kResult, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    master(size - 1, argc > 1 ? atoi(argv[1]) : 6);
  else
    worker();
  MPI_Finalize();
  return 0;
}
