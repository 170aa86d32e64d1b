// The size of what a pointer points to names the pointer in its own definition; it says nothing of how often a loop
// runs.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  double sum = 0.0;
  MPI_Init(&argc, &argv);
  // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 0);
  int *ends = malloc(8 * sizeof *ends);
  ends[argc & 7] = argc;
  for (int i = 0; i < ends[3]; i++)
    sum += 0.5 * i;
  free(ends);
  MPI_Send(&sum, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
