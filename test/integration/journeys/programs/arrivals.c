/* Tokens go round a ring of ranks that compute in slices and look between them. A token's tag says how far its sender
 * had come: what is sent depends on timing.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double slice(double *field, int n) {
  double sum = 0.0;
  for (int i = 1; i < n - 1; i++) {
    field[i] = 0.25 * (field[i - 1] + 2.0 * field[i] + field[i + 1]);
    sum += field[i];
  }
  return sum;
}

int main(int argc, char **argv) {
  int rank, size, received = 0, slices = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int rounds = argc > 1 ? atoi(argv[1]) : 12, all = rounds * size, n = 200 * (1 + rank % 3);
  double *field = malloc(n * sizeof *field), checksum = 0.0;
  for (int i = 0; i < n; i++)
    field[i] = rank + i % 17;
  int hops = all - 1;
  MPI_Send(&hops, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  while (received < all) {
    int arrived;
    MPI_Status status;
    checksum += slice(field, n);
    slices++;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    if (!arrived)
      continue;
    MPI_Recv(&hops, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    received++;
    if (hops > 0) {
      hops--;
      MPI_Send(&hops, 1, MPI_INT, (rank + 1) % size, slices, MPI_COMM_WORLD);
    }
  }
  printf("rank %d: checksum is %s\n", rank, checksum == checksum ? "a number" : "not a number");
  free(field);
  MPI_Finalize();
  return 0;
}
