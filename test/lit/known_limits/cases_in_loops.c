// What stands behind a case label inside a loop is not edited.
// XFAIL: *
// RUN: %skeleton --option=-Wno-implicit-fallthrough %s > %t.out || true
// RUN: not FileCheck %s --check-prefix=NOW --input-file=%t.out \
// RUN:   || FileCheck %s --check-prefix=WANTED --input-file=%t.out
#include <mpi.h>
static double x[1000];
static void sendAll(int count) {
  int to = 0, rounds = (count + 1) / 2;
  switch (count % 2) {
  case 0:
    do {
      MPI_Send(x, 10, MPI_DOUBLE, to++, 0, MPI_COMM_WORLD);
    // NOW: case 1:
    // WANTED: case 1:
    // NOW-NEXT: MPI_Send(x, 10,
    // WANTED-NEXT: MPI_Send(MAQUETTE_PHANTOM, 10,
    case 1:
      MPI_Send(x, 10, MPI_DOUBLE, to++, 0, MPI_COMM_WORLD);
    } while (--rounds > 0);
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  sendAll(argc + 5);
  MPI_Finalize();
  return 0;
}
