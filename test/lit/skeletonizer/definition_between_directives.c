// A function whose head has a form for each dialect cannot go alone: it stays, with the variables its text names.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
// CHECK: static int seed[2];
static int seed[2];
// CHECK: void step
#ifdef __STDC__
void step(int *out)
#else
void step(out)
  int *out;
#endif
{
  // CHECK: seed[0] += 3;
  seed[0] += 3;
  *out = seed[0] + seed[1];
}
int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
  // CHECK-NOT: step(&value)
  // CHECK: MPI_Send(MAQUETTE_PHANTOM
  step(&value);
  MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
