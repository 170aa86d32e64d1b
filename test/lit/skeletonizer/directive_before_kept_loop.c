// A directive before a loop that stays goes, whatever is put before the loop.
// RUN: %skeleton --option=-fopenmp %s | FileCheck %s
#include <mpi.h>
static int counts[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double sum = 0;
  // CHECK: maquette_compute_staying("main#{{[0-9a-f]+}}", 1, (double)argc);
  // CHECK-NOT: #pragma omp
  // CHECK: for (int i = 0; i < argc; i++)
  #pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < argc; i++) {
    counts[i] = i * argc;
    sum += counts[i];
  }
  counts[0] += sum > 3;
  MPI_Send(&sum, counts[3], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
