// A switch keeps its cases and breaks; a case whose work goes stays empty.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double work;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: switch (argc) {
  switch (argc) {
  // CHECK: case 1:
  // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NEXT: break;
  case 1:
    MPI_Barrier(MPI_COMM_WORLD);
    break;
  // CHECK: case 2:
  // CHECK-NEXT: ;
  // CHECK-NEXT: break;
  case 2:
    work += 1.0;
    break;
  // CHECK: default:
  // CHECK-NEXT: MPI_Send(
  default:
    MPI_Send(&work, argc, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
