// Members of a class whose functions nobody sees: what one sets another gives, whatever they are called.
// RUN: %skeleton --exact --option=-I%S/Inputs/library %s | FileCheck %s
#include <folder.h>
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: lib::Folder first, second;
  // CHECK-NEXT: first.reset(argc);
  // CHECK-NEXT: second = first;
  lib::Folder first, second;
  first.reset(argc);
  second = first;
  for (int i = 0; i < 1000; ++i)
    x[i] += i;
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, first.get(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, first.get(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, *second, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
