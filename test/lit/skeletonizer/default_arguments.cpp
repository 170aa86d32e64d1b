// A function that only a default argument names stays, though no call that stays uses the default.
// RUN: %skeleton %s | FileCheck %s
// CHECK: int helper()
// CHECK: int width()
// CHECK: static int f(int x = helper())
// CHECK: int g(int y = width())
#include <mpi.h>

int helper() {
  int sum = 3;
  return sum;
}

int width() { return 4; }

static int f(int x = helper()) { return x; }

struct Grid {
  int g(int y = width()) { return y; }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = argc > 1 ? f(2) : f(1);
  MPI_Bcast(&n, n, MPI_INT, 0, MPI_COMM_WORLD);
  Grid grid;
  MPI_Bcast(&n, grid.g(1), MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
