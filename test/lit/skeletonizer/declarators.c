// Declarations are edited declarator by declarator.
// RUN: %skeleton --std=c99 %s | FileCheck %s
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: int n = argc, m = 2 * argc;
  int n = argc, unused = argc * 7, m = 2 * argc;
  // CHECK-NOT: double
  double a = 1.0, *p = &a, b[3] = {1.0, 2.0, 3.0};
  a += b[n % 3] + unused;
  *p += a;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, n, MPI_DOUBLE, m, 0, MPI_COMM_WORLD);
  MPI_Send(p, n, MPI_DOUBLE, m, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
