// Of a condition with an element of a vector only the part that depends on the computation is predicted.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int rank;
  std::vector<double> x(1000);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < argc; ++step) {
    for (int i = 0; i < 1000; ++i)
      x[i] = x[999 - i] * 0.5 + i;
    // CHECK: if (step != rank && maquette_predict_branch("main#{{[0-9a-f]+}}", 0))
    if (step != rank && x[step] > 100.0)
      MPI_Barrier(MPI_COMM_WORLD);
    // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
