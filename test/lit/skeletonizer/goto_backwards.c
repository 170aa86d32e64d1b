// What stands between a label and a later jump to it runs again because of the jump; also where blocks jump to one
// another.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int relaxed(int flags, int tried) {
  int n = 0;
  if (flags == 0)
    goto done;
// CHECK: faces:
faces: {
  n += 3;
  if (n > tried)
    goto relax;
}
  n += 1;
// CHECK: relax:
relax: {
  flags -= 1;
  // CHECK: if (flags == 0)
  // CHECK-NEXT: goto done;
  if (flags == 0)
    goto done;
  // CHECK: goto faces;
  goto faces;
}
done:
  return n;
}
int main(int argc, char **argv) {
  double x[1000];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, relaxed(argc, 9),
  MPI_Send(x, relaxed(argc, 9), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
