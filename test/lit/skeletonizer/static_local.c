// A static local that decides about calls stays; one that only counts output goes.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>
static void tick(void) {
  // CHECK: static int calls = 0;
  static int calls = 0;
  // CHECK-NOT: lines
  static int lines = 0;
  // CHECK: if (++calls % 2 == 0)
  if (++calls % 2 == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  if (lines++ % 20 == 0)
    printf("header\n");
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < argc; i++)
    tick();
  MPI_Finalize();
  return 0;
}
