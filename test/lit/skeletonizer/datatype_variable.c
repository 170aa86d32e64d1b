// A datatype in a variable that is set once, by a choice the compiler knows: messages of it do not deliver counts.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
typedef double real;
static real data[1000], in[1000];
int main(int argc, char **argv) {
  int rank, count, theirs = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < argc; step++) {
    MPI_Datatype type = sizeof(real) == sizeof(double) ? MPI_DOUBLE : MPI_INT;
    // CHECK: maquette_compute(
    for (int i = 0; i < 1000; i++)
      data[i] += 0.5 * data[999 - i] + in[i];
    // CHECK: count = rank * step;
    count = rank * step;
    // CHECK-NEXT: MPI_Send(&count, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Send(&count, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    // CHECK-NEXT: MPI_Recv(&theirs, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&theirs, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, count, type, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Send(data, count, type, 1 - rank, 0, MPI_COMM_WORLD);
    // CHECK-NEXT: MPI_Recv(MAQUETTE_PHANTOM, theirs, type, 1 - rank, 0,
    MPI_Recv(in, theirs, type, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
