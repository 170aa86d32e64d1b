// An object that nobody needs, but whose constructor communicates, is still made by new: a temporary would be
// destroyed.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
struct Gas {
  explicit Gas(int count) { MPI_Bcast(x, count, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
  ~Gas();
  double density = 1.0;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Gas *gas;
  // CHECK: new Gas(argc);
  gas = new Gas(argc);
  for (int i = 0; i < 1000; ++i)
    x[i] += gas->density;
  MPI_Finalize();
  return 0;
}
