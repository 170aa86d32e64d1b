// Effects in conditions stay with them; a predicted condition keeps the calls inside it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int left;
static int next(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return --left;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  left = argc;
  // CHECK: while (next() > 0)
  // CHECK-NEXT: ;
  while (next() > 0)
    ;
  // CHECK: if (argc > 2 && next() > 3)
  if (argc > 2 && next() > 3)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
