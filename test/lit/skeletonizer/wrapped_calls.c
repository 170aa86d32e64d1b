// RUN: %skeleton --whole %s | FileCheck %s
// What goes through wrappers of MPI is apart by what their callers pass: a sum of residuals is not a maximum of counts.
#include <mpi.h>

static int all_reduce(void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return MPI_Allreduce(in, out, count, type, op, comm);
}

static double sum(double mine) {
  double all;
  all_reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static int most(int mine) {
  int all;
  all_reduce(&mine, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

static double field[1000];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[16] = {0}, total = 0;
  const int count = most(argc + 3);
  for (int step = 0; step < 4; ++step) {
    for (int i = 1; i < 1000; ++i)
      field[i] = field[i - 1] * 0.5 + step;
    total += sum(field[999]);
    MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return total < 0;
}

// CHECK: static int most(int mine) {
// CHECK: all_reduce(&mine, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
// CHECK: int main(
// CHECK-NOT: field[i] =
// CHECK: sum(
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, count
