// An array whose address goes into a request is phantom memory if its contents are not needed.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK-NOT: new double
  double *values = new double[1000];
  for (int i = 0; i < 1000; ++i)
    values[i] = 0.5 * i;
  // CHECK: int *counts = new int[argc];
  int *counts = new int[argc];
  for (int i = 0; i < argc; ++i)
    counts[i] = i + 1;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, counts[0],
  MPI_Send(values, counts[0], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  delete[] counts;
  delete[] values;
  MPI_Finalize();
  return 0;
}
