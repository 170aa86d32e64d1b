// The bounds of loops in a removed call are seen through its arguments.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double data[256];
// CHECK-NOT: scale
static void scale(double *x, int count, double by) {
  for (int i = 0; i < count; i++)
    x[i % 256] *= by;
}
// CHECK-LABEL: static void step(
static void step(int rows, int columns) {
  // CHECK: maquette_compute("step#{{[0-9a-f]+}}", 1, (double)(rows * columns));
  // CHECK-NEXT: MPI_Barrier
  scale(data, rows * columns, 0.5);
  MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  step(size, 2 * size);
  MPI_Finalize();
  return 0;
}
