// A record assigned as a whole by the operator= that the compiler writes, from a function's result and from another
// record.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Split {
  int quotient, rest;
};
extern Split split(int n, int by);
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Split first, second;
  // CHECK: first = split(argc, 7);
  first = split(argc, 7);
  // CHECK-NEXT: second = first;
  second = first;
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, second.rest, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, second.rest, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
