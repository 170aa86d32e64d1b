// One buffer takes doubles in one exchange and integers in another: what is computed as doubles is not what is read as
// counts.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
static double *out, *in;
static void exchange(int count, int other, MPI_Datatype type) {
  // CHECK: MPI_Send(out, 2 * count, type, other, count, MPI_COMM_WORLD);
  MPI_Send(out, 2 * count, type, other, count, MPI_COMM_WORLD);
  // CHECK-NEXT: MPI_Recv(in, 2 * count, type, other, count,
  MPI_Recv(in, 2 * count, type, other, count, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int main(int argc, char **argv) {
  int rank, count = 100;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  out = malloc(1000 * sizeof(double));
  // CHECK: in = malloc(1000 * sizeof(double));
  in = malloc(1000 * sizeof(double));
  // CHECK-NOT: malloc
  double *field = malloc(1000 * sizeof(double));
  int *numbers = (int *)out, *arrived = (int *)in;
  for (int step = 0; step < argc; step++) {
    // CHECK: maquette_compute(
    // CHECK-NOT: out[i] =
    for (int i = 0; i < count; i++)
      out[i] = field[i] * 0.5;
    exchange(count, 1 - rank, MPI_DOUBLE);
    for (int i = 0; i < count; i++)
      field[i] += in[i];
    // CHECK: numbers[0] = 10 * step + rank;
    numbers[0] = 10 * step + rank;
    exchange(count / 2, 1 - rank, MPI_DOUBLE);
    // CHECK: count = arrived[0];
    count = arrived[0];
  }
  MPI_Finalize();
  return 0;
}
