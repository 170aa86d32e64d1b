// RUN: %skeleton %s | FileCheck %s
// A branch that a constant excludes needs nothing and is needed by nothing, whatever it calls.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIATION 0
#define HYDRO 1

static double field[1000];

static int frequencies(void) {
  int n = 0;
  for (int i = 0; i < 1000; ++i)
    n += field[i] > 0.5;
  return n;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int count = 4;
  double data[8] = {0};
  for (int step = 0; step < 10; ++step) {
    for (int i = 1; i < 1000; ++i)
      field[i] = field[i - 1] * 0.5 + step;
    if (RADIATION)
      count += frequencies();
    if (HYDRO || count > 7) {
      MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    } else {
      count = frequencies();
    }
    if (RADIATION && step > 3)
      MPI_Barrier(MPI_COMM_WORLD);
    if (step > 20 && RADIATION)
      count = frequencies();
  }
  if (!HYDRO) {
  again:
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (argc > 20)
    goto again;
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: frequencies
// CHECK: int count = 4;
// CHECK: for (int step = 0; step < 10; ++step) {
// CHECK-NEXT: maquette_compute(
// CHECK-NOT: frequencies
// CHECK: if (HYDRO
// CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
// CHECK-NOT: frequencies
// CHECK-NOT: MPI_Barrier
// CHECK: if (!HYDRO)
// CHECK: again:
// CHECK-NEXT: MPI_Barrier
