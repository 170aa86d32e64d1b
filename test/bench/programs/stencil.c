/* test/bench/programs/stencil.c - a five-point stencil on a square of ranks, its computation left out
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: stencil ITERATIONS CELLS
 * Each rank has CELLS x CELLS cells, of which only the rows at its borders exist. Every tenth iteration the largest
 * change is reduced over all ranks.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void exchange(double *row, int cells, int to, int from, MPI_Comm grid) {
  MPI_Sendrecv(row, cells, MPI_DOUBLE, to, 0, row + cells, cells, MPI_DOUBLE, from, 0, grid, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, sizes[2] = {0, 0}, periods[2] = {0, 0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int iterations = argc > 1 ? atoi(argv[1]) : 10;
  const int cells = argc > 2 ? atoi(argv[2]) : 256;
  MPI_Dims_create(size, 2, sizes);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
  double *row = calloc((size_t)cells * 2, sizeof *row);
  const double begin = MPI_Wtime();
  for (int i = 0; i < iterations; ++i) {
    for (int dimension = 0; dimension < 2; ++dimension) {
      int below, above;
      MPI_Cart_shift(grid, dimension, 1, &below, &above);
      exchange(row, cells, above, below, grid);
      exchange(row, cells, below, above, grid);
    }
    if (i % 10 == 9) {
      double change = 1.0 / (i + 1), largest;
      MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, grid);
    }
  }
  if (rank == 0)
    printf("simulated %.9f s\n", MPI_Wtime() - begin);
  free(row);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
