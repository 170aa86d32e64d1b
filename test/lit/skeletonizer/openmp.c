// Directives are not needed by what one thread computes: they go with their loops, and from loops that stay.
// RUN: %skeleton --option=-fopenmp %s | FileCheck %s
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  int rank, first = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double sum = 0.0;
  // CHECK-NOT: #pragma
  // CHECK: maquette_compute("main#
  // CHECK-NOT: x[i]
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++) {
    x[i] += i;
    sum += x[i];
  }
  // CHECK: for (int i = 0; i < rank; i++)
#pragma omp parallel for reduction(+ : first) \
    firstprivate(sum)
  for (int i = 0; i < rank; i++) {
    // CHECK-NEXT: first += i;
    first += i;
    x[i] = sum;
  }
#ifdef _OPENMP
  // CHECK: first++;
  first++;
#endif
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, first,
  MPI_Send(x, first, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
