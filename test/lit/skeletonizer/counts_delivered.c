// Counts in arrays, told to the neighbours element by element: nobody predicts what another rank said, nor what it was
// told itself.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000], out[2][1000], in[2][1000];
static void put(double value, double *buffer, int *count) { buffer[(*count)++] = value; }
int main(int argc, char **argv) {
  int to_send[2], to_recv[2], rank, size;
  MPI_Request requests[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int step = 0; step < 10; step++) {
    // CHECK-NOT: maquette_predict
    // CHECK: to_send[0] = to_send[1] = 0;
    to_send[0] = to_send[1] = 0;
    // CHECK: x[i] += 0.5 * i + rank;
    for (int i = 0; i < 1000; i++) {
      x[i] += 0.5 * i + rank;
      if (x[i] > 100.0)
        put(x[i], out[i % 2], &to_send[i % 2]);
    }
    for (int i = 0; i < 2; i++) {
      const int other = (rank + size + 2 * i - 1) % size;
      MPI_Isend(&to_send[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
      MPI_Irecv(&to_recv[i], 1, MPI_INT, other, 1 - i, MPI_COMM_WORLD, &requests[2 + i]);
    }
    MPI_Waitall(4, requests, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; i++) {
      const int other = (rank + size + 2 * i - 1) % size;
      // CHECK: to_send[i], MPI_DOUBLE
      MPI_Isend(out[i], to_send[i], MPI_DOUBLE, other, i, MPI_COMM_WORLD, &requests[i]);
      // CHECK-NEXT: to_recv[i], MPI_DOUBLE
      MPI_Irecv(in[i], to_recv[i], MPI_DOUBLE, other, 1 - i, MPI_COMM_WORLD, &requests[2 + i]);
    }
    MPI_Waitall(4, requests, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
