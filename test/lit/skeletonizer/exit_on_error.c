// A check of computed data that ends the program is assumed not to fire; it is no reason to compute the data.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
void exit(int status) __attribute__((noreturn));
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 10; step++) {
    // CHECK: maquette_compute("main#
    double sum = 0.0;
    for (int i = 0; i < 1000; i++)
      sum += x[i] * step;
    // CHECK-NOT: exit(
    if (sum != sum)
      exit(1);
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&sum, x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
