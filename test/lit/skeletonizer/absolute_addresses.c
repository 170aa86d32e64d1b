// From MPI_BOTTOM a datatype of absolute addresses sends and receives what lies at the addresses that were asked for.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Step {
  int count;
  double residual;
};
int main(int argc, char **argv) {
  struct Step step;
  int lengths[] = {1, 1};
  long places[2];
  MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE}, both;
  MPI_Init(&argc, &argv);
  // CHECK: step.count = 3 * argc;
  step.count = 3 * argc;
  MPI_Get_address(&step.count, &places[0]);
  MPI_Get_address(&step.residual, &places[1]);
  MPI_Type_create_struct(2, lengths, places, types, &both);
  // CHECK: MPI_Bcast(MPI_BOTTOM, 1, both, 0, MPI_COMM_WORLD);
  MPI_Bcast(MPI_BOTTOM, 1, both, 0, MPI_COMM_WORLD);
  MPI_Send(argv, step.count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  // Nobody asks what arrives.
  // CHECK: MPI_Ssend(MAQUETTE_PHANTOM, 1, both, 1, 7, MPI_COMM_WORLD);
  MPI_Ssend(MPI_BOTTOM, 1, both, 1, 7, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
