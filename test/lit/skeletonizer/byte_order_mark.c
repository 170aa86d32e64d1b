// A file that begins with a byte order mark, as some editors write it, still does.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
// CHECK: int main
// CHECK-NEXT: MPI_Init
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  // CHECK: maquette_compute
  // CHECK-NEXT: MPI_Finalize
  MPI_Finalize();
  return 0;
}
