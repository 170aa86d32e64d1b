// Prints of removed values go; nothing is computed for a print.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int printf(const char *format, ...);
static double x[1000];
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double sum = 0.0;
  for (int i = 0; i < 1000; i++)
    sum += x[i];
  // CHECK-NOT: printf("sum
  if (rank == 0)
    printf("sum %g\n", sum);
  // CHECK: MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
