// A call of a lambda for what it does to what it captures.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = argc;
  auto by_reference = [&n] { n = n + 3; };
  auto its_own = [m = argc]() mutable { return m++; };
  // CHECK: by_reference();
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, n,
  by_reference();
  MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: its_own();
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, its_own(),
  its_own();
  MPI_Bcast(x, its_own(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
