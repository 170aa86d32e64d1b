// What headers of a library define is read like the program's own, where they are given by -isystem, too: a copy of a
// handle shares its elements.
// RUN: %skeleton --exact --option=-isystem%S/Inputs/library %s | FileCheck %s
#include <handle.h>
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  lib::Handle<int> sizes(4);
  lib::Handle<double> values(1000);
  for (int step = 0; step < 10; ++step) {
    // CHECK: lib::Handle<int> same = sizes;
    // CHECK-NEXT: lib::fill(same, argc * 10);
    // CHECK-NOT: lib::fill(values
    lib::Handle<int> same = sizes;
    lib::fill(same, argc * 10);
    lib::fill(values, 0.5 * step);
    for (int i = 0; i < 1000; ++i)
      x[i] += values(i);
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, sizes(2), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(x, sizes(2), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
