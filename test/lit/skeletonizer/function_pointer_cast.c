// A function that is called through a pointer of another type is called all the same, whatever the casts between.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct grid { int cells; };
typedef int (*set_up)(void *, void *);
typedef int (*set_up_solver)(struct grid *, int *);
struct functions { set_up prepare; };
static int peer;
// CHECK-LABEL: int prepare_grid(
static int prepare_grid(struct grid *grid, int *extra) {
  // CHECK: peer = grid->cells % (*extra + 1);
  peer = grid->cells % (*extra + 1);
  return 0;
}
static void *kept;
static void register_set_up(struct functions *functions, set_up_solver prepare) {
  functions->prepare = (set_up)prepare;
}
// CHECK-LABEL: int prepare_more(
static int prepare_more(struct grid *grid, int *extra) {
  // CHECK: peer += grid->cells / (*extra + 1);
  peer += grid->cells / (*extra + 1);
  return 0;
}
int main(int argc, char **argv) {
  struct grid grid;
  struct functions functions;
  int extra = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &grid.cells);
  register_set_up(&functions, prepare_grid);
  functions.prepare(&grid, &extra);
  kept = (void *)prepare_more;
  ((set_up)kept)(&grid, &extra);
  MPI_Send(&extra, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
