// What the user decides: kept, removed, predicted, named, counted, given.
// RUN: %skeleton --option=-Wno-unknown-pragmas %s | FileCheck %s
// RUN: %skeleton --option=-Wno-unknown-pragmas --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  int rank, count = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
// CHECK: #pragma maquette keep
// CHECK-NEXT: x[0] = 1.0;
#pragma maquette keep
  x[0] = 1.0;
#pragma maquette remove
  // CHECK-NOT: MPI_Barrier
  MPI_Barrier(MPI_COMM_WORLD);
#pragma maquette predict
  // CHECK: count = (int)maquette_predict_integer("main#
  count = rank + 3;
  // CHECK: maquette_compute("smoothing", 1, (double)(rank));
  // PROFILED: maquette_region_begin("smoothing", 1, (double)(rank));
#pragma maquette region smoothing features(rank)
  for (int i = 1; i < 999; i++)
    x[i] = x[i - 1];
  // CHECK: #pragma maquette trip
  // CHECK-NEXT: { long maquette_trips = 0; while ((maquette_trips++ < (long)(rank * 2))) {
#pragma maquette trip(rank * 2)
  while (x[3] > 0.5) {
    MPI_Bcast(x, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    x[3] -= 0.25;
  }
  // CHECK: if ((rank > 3))
#pragma maquette branch(rank > 3)
  if (x[5] > 0.5)
    MPI_Send(x, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
