// What is done only in some steps is a feature of its own: the condition, where the skeleton can tell it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Grid {
  int rows;
  int every;
  double *cells;
};
void write(Grid &grid, int step) {
  for (double *p = grid.cells; p != grid.cells + 9; ++p)
    *p += step;
}
void scale(Grid &grid) {
  for (int i = 0; i < grid.rows; ++i)
    grid.cells[i % 9] *= 0.5;
}
int main(int argc, char **argv) {
  double cells[9] = {0};
  MPI_Init(&argc, &argv);
  Grid local{argc * 8, argc, cells};
  Grid *other = argc > 3 ? &local : nullptr;
  for (int step = 0; step < local.rows; ++step) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (other)
      MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 1, ((step % 10) == 0) ? 1.0 : 0.0);
    // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, local.rows
    if (step % 10 == 0)
      write(local, step);
    MPI_Send(cells, local.rows, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 1, ((local.every != 0 ? step % local.every : 0) == 0) ? (double)local.rows : 0.0);
    if (step % local.every == 0)
      scale(local);
    MPI_Send(cells, local.every, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 2, other && (step > 3) ? 1.0 : 0.0, (!other) ? 1.0 : 0.0);
    if (other && step > 3 && cells[0] > 0)
      scale(*other);
    if (other == nullptr)
      write(local, step);
  }
  MPI_Finalize();
  return 0;
}
