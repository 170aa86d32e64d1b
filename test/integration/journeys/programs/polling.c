/* Each rank computes in slices and looks for messages between them with MPI_Iprobe.
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
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = 4000, messages = argc > 1 ? atoi(argv[1]) : 12;
  double *field = malloc(n * sizeof *field), checksum = 0.0;
  for (int i = 0; i < n; i++)
    field[i] = rank + i % 17;
  double *inbox = calloc(n, sizeof *inbox);
  MPI_Request request;
  for (int m = 0; m < messages; m++) {
    const int length = 100 + 10 * m;
    MPI_Isend(field, length, MPI_DOUBLE, (rank + 1) % size, m, MPI_COMM_WORLD, &request);
    int arrived = 0;
    MPI_Status status;
    while (!arrived) {
      checksum += slice(inbox, 50);
      MPI_Iprobe((rank + size - 1) % size, m, MPI_COMM_WORLD, &arrived, &status);
    }
    int count;
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    MPI_Recv(inbox, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    checksum += slice(field, n);
  }
  if (rank == 0)
    printf("checksum is %s\n", checksum == checksum ? "a number" : "not a number");
  free(field);
  free(inbox);
  MPI_Finalize();
  return 0;
}
