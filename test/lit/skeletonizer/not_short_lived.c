// A value that somebody else may look at before the next one is no value of its own.
// RUN: %skeleton --exact --option=-Wno-implicit-fallthrough %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
struct State {
  int size, other;
};
static int shared, by_pointer, left;
static int seen(const struct State *state) { return state->size; }
static void calls(struct State *state, int n) {
  // CHECK: state->size = n + 1;
  state->size = n + 1;
  shared = seen(state);
  state->size = n + 2;
}
static void pointers(struct State *state, int *alias, int n) {
  // CHECK: state->size = n + 3;
  state->size = n + 3;
  by_pointer = *alias;
  state->size = n + 4;
}
static void returns(struct State *state, int n) {
  // CHECK: state->size = n + 5;
  state->size = n + 5;
  if (n > 1)
    return;
  state->size = n + 6;
}
static void names(struct State *state, struct State *other, int n) {
  // CHECK: state->size = n + 7;
  state->size = n + 7;
  left = other->size;
  state->size = n + 8;
}
static void jumps(struct State *state, int n) {
  switch (n) {
  case 1:
    // CHECK: state->size = n + 9;
    state->size = n + 9;
  case 2:
    left += state->size;
    state->size = n + 10;
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct State state = {0, 0};
  calls(&state, argc);
  pointers(&state, &state.size, argc);
  returns(&state, argc);
  MPI_Bcast(&argc, state.size, MPI_BYTE, 0, MPI_COMM_WORLD);
  names(&state, &state, argc);
  jumps(&state, argc);
  MPI_Bcast(&argc, shared + by_pointer + left, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
