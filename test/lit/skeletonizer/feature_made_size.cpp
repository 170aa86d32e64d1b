// The size of a std::vector that the skeleton does not make is what it is made with.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
static double sum;
static int elements(int argc) { return argc * 1000; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int count = elements(argc);
  for (int step = 0; step < 10; step++) {
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 1, (double)count);
    std::vector<double> values(count);
    for (unsigned i = 0; i < values.size(); i++)
      sum += values[i];
    // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
