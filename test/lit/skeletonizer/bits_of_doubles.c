// Doubles that are read as integers, which nobody wrote as such: their bits decide, so they are computed.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *field = malloc(1000 * sizeof(double));
  const long *bits = (const long *)field;
  // CHECK: field[i] = 0.5 * i + rank;
  for (int i = 0; i < 1000; i++)
    field[i] = 0.5 * i + rank;
  // CHECK: (int)(bits[7] & 15), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(field, (int)(bits[7] & 15), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  free(field);
  MPI_Finalize();
  return 0;
}
