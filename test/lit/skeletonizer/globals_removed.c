// File-scope variables that no remaining text names go, declarator by declarator.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
// CHECK: int used;
int big[1000000], used, other[1000];
// CHECK-NOT: huge
static double huge[1000000] = {1.0, 2.0};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  used = argc;
  for (int i = 0; i < 1000; i++) {
    big[i] = other[i];
    huge[i] += 1.0;
  }
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, used,
  MPI_Bcast(big, used, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
