// Memory that code gave which nobody sees is memory: what is written there is read there.
// RUN: %skeleton --exact --option=-I%S/Inputs/library %s | FileCheck %s
#include <store.h>
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: lib::Store sizes(argc * 10);
  // CHECK-NEXT: sizes.at(3) = argc * 7;
  lib::Store sizes(argc * 10);
  sizes.at(3) = argc * 7;
  for (int i = 0; i < 1000; ++i)
    x[i] += i;
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, (int)sizes.at(3), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, (int)sizes.at(3), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
