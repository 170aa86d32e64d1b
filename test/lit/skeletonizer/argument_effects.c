// What a removed statement calls is still called if it communicates, in order.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double total;
static int sync(int n) {
  MPI_Send(&total, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  return n + 3;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: sync(argc);
  // CHECK-NEXT: sync(argc + 1);
  total += 2.0 * sync(argc) + sync(argc + 1);
  // CHECK-NEXT: sync(argc + 2);
  double last = sync(argc + 2) * 0.5;
  total -= last;
  MPI_Finalize();
  return 0;
}
