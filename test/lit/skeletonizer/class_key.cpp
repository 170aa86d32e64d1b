// Where the type of an argument that nobody needs is written `struct S`, no `struct S()` stands for it.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --std c++98 %s | FileCheck %s --check-prefix=OLD
// CHECK: int n = count(maquette_zero<struct State>(), argc);
// OLD: int n = count(State(), argc);
#include <mpi.h>

struct State {
  double value;
  State() : value(1) {}
};

static int count(struct State, int n) { return n; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct State state;
  state.value = 3;
  int n = count(state, argc);
  MPI_Bcast(&n, n, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
