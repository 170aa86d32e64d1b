// Handles in globals and in fields stay where a call uses them; other globals go.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Grid {
  MPI_Comm comm;
  MPI_Datatype type;
  double spacing;
};
// CHECK: static struct Grid grid;
static struct Grid grid;
// CHECK-NOT: static double energy;
static double energy;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: grid.comm = MPI_COMM_WORLD;
  grid.comm = MPI_COMM_WORLD;
  // CHECK-NEXT: grid.type = MPI_DOUBLE;
  grid.type = MPI_DOUBLE;
  // CHECK-NOT: grid.spacing
  grid.spacing = 0.5;
  energy += grid.spacing;
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, 1, grid.type, 0, grid.comm);
  MPI_Bcast(&energy, 1, grid.type, 0, grid.comm);
  MPI_Finalize();
  return 0;
}
