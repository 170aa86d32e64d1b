// One field of a structure stays, its neighbours go.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
typedef struct {
  int count, seen;
  double energy;
} State;
// CHECK-LABEL: static void fill(
static void fill(State *state, int n) {
  // CHECK: state->count = n;
  // CHECK-NOT: energy
  state->count = n;
  state->energy = 0.5 * n;
  state->seen = 1;
}
int main(int argc, char **argv) {
  State state;
  double d = 0.0;
  MPI_Init(&argc, &argv);
  // CHECK: fill(&state, argc);
  fill(&state, argc);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, state.count,
  MPI_Send(&d, state.count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
