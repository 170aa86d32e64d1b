// A count that is computed element by element, sent by its address and used as a count: one value is predicted, before
// it is sent, so that sender and receiver agree.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000], out[1000], in[1000];
int main(int argc, char **argv) {
  int rank, mine, theirs = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < 10; step++) {
    int total;
    mine = 0;
    for (int i = 0; i < 1000; i++) {
      x[i] += 0.5 * i;
      if (x[i] > 100.0)
        out[mine++] = x[i];
    }
    total = mine;
    // CHECK: mine = (int)maquette_predict_integer("main
    mine = total * 7;
    // CHECK-NEXT: MPI_Send(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Send(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    // CHECK-NEXT: MPI_Recv(&theirs, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&theirs, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, mine, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD);
    MPI_Send(out, mine, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD);
    // CHECK-NEXT: MPI_Recv(MAQUETTE_PHANTOM, theirs, MPI_DOUBLE, 1 - rank, 1,
    MPI_Recv(in, theirs, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK-NOT: predict
    x[0] = in[0];
  }
  MPI_Finalize();
  return 0;
}
