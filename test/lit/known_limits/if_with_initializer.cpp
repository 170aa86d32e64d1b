// A statement in whose head a variable is declared stays whole as soon as anything in it stays.
// XFAIL: *
// RUN: %skeleton --std=c++17 %s > %t.out || true
// RUN: not FileCheck %s --check-prefix=NOW --input-file=%t.out || FileCheck %s --check-prefix=WANTED --input-file=%t.out
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (int n = argc + 1; n > 1) {
    // NOW: x[i] += n;
    // WANTED: maquette_compute("main#{{[0-9a-f]+}}"
    for (int i = 0; i < 1000; i++)
      x[i] += n;
    // NOW: MPI_Send(
    // WANTED: MPI_Send(MAQUETTE_PHANTOM, n,
    MPI_Send(x, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
