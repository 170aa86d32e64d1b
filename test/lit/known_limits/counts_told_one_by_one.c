// Counts in an array that neighbours are told element by element are computed; predicted before they are sent, they
// would serve both sides.
// XFAIL: *
// RUN: %skeleton %s > %t.out || true
// RUN: not FileCheck %s --check-prefix=NOW --input-file=%t.out \
// RUN:   || FileCheck %s --check-prefix=WANTED --input-file=%t.out
#include <mpi.h>
static double x[10000], out[4][10000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 100; step++) {
    int leaving[4] = {0}, coming[4];
    for (int i = 0; i < 10000; i++) {
      // NOW: x[i] = x[i] * 1.5 + 0.25;
      // WANTED-NOT: x[i] * 1.5
      x[i] = x[i] * 1.5 + 0.25;
      if (x[i] > 1.0)
        out[i % 4][leaving[i % 4]++] = x[i];
    }
    for (int to = 0; to < 4; to++) {
      MPI_Send(&leaving[to], 1, MPI_INT, to, 0, MPI_COMM_WORLD);
      MPI_Recv(&coming[to], 1, MPI_INT, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      // NOW: leaving[to], MPI_DOUBLE, to, 1,
      MPI_Send(out[to], leaving[to], MPI_DOUBLE, to, 1, MPI_COMM_WORLD);
      MPI_Recv(x, coming[to], MPI_DOUBLE, to, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
