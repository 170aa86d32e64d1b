// What one macro writes as a list of expressions is there once, however many of them are needed.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
#define ALL(each) each(0), each(1), each(2)
#define COUNT(number) total##number += n
static int total0, total1, total2;
int main(int argc, char **argv) {
  int n = argc;
  MPI_Init(&argc, &argv);
  // CHECK: ALL(COUNT);
  // CHECK-NOT: ALL(COUNT);
  ALL(COUNT);
  // CHECK: MPI_Bcast
  MPI_Bcast(&n, total0 + total1 + total2, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
