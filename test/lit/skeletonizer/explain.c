// explain says what became of a line and why.
// RUN: %skeleton --tree summary %s | FileCheck %s --check-prefix=SUMMARY
// RUN: %maquette-skeletonize explain %t/out explain.c:15 | FileCheck %s --check-prefix=KEPT
// RUN: %maquette-skeletonize explain %t/out explain.c:18 | FileCheck %s --check-prefix=GONE
// SUMMARY: statements {{.*}} kept, {{.*}} removed, 0 predicted
#include <mpi.h>
static double a[100];
int main(int argc, char **argv) {
  int n;
  MPI_Init(&argc, &argv);
  // KEPT: explain.c:15
  // KEPT-NEXT: kept: the skeleton executes it.
  // KEPT: Needed because:
  // KEPT: MPI_Send
  n = argc * 2;
  // GONE: removed: no MPI call depends on it.
  // GONE: It belongs to region main#
  for (int i = 0; i < 100; i++)
    a[i] += 1.0;
  MPI_Send(a, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
