// What an any holds is read, not changed, by std::any_cast.
// RUN: %skeleton %s | FileCheck %s
#include <any>
#include <cmath>
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::any steps = argc + 3;
  double heat = 1;
  // CHECK: i < std::any_cast<int>(steps)
  for (int i = 0; i < std::any_cast<int>(steps); ++i) {
    // CHECK-NOT: std::exp
    heat += std::exp(heat * i);
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM
    MPI_Bcast(&heat, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  // CHECK-NOT: heat >
  if (heat > 4)
    heat += std::any_cast<int>(steps);
  MPI_Send(&heat, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
