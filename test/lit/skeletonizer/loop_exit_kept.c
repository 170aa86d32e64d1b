// A loop that stays for its messages leaves a count behind that is predicted: after the loop, with and without braces
// and a directive.
// RUN: %skeleton --option=-fopenmp %s | FileCheck %s
#include <mpi.h>
static double x[1000], y[1000];
static int work(int i) {
  for (int k = 0; k < 1000; k++)
    x[k] += 0.5 * i * x[k];
  return x[0] > i;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 100; step++) {
    int large = 0, small = 0;
    // CHECK: for (int i = 0; i < argc + 2; i++) {
    for (int i = 0; i < argc + 2; i++) {
      // CHECK-NEXT: MPI_Bcast(
      MPI_Bcast(y, i, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      // CHECK-NEXT: maquette_compute(
      large += work(i);
      // CHECK-NEXT: } large = (int)maquette_predict_integer(
    }
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, large,
    MPI_Bcast(y, large, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#pragma omp parallel for reduction(+ : small)
    for (int i = 0; i < 1000; i++)
      small += work(i);
    // CHECK: maquette_compute(
    // CHECK-NEXT: small = (int)maquette_predict_integer(
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, small,
    MPI_Bcast(y, small, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
