/* A halo exchange that calls its packing routines through a table of function pointers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Exchange Exchange;
typedef int (*Pack)(const Exchange *exchange, int side, double *buffer);
typedef void (*Unpack)(Exchange *exchange, int side, const double *buffer);

struct Exchange {
  double *cells;
  int nx, ny;
  int neighbour[4];
  Pack pack[4];
  Unpack unpack[4];
};

static int packColumn(const Exchange *exchange, int side, double *buffer) {
  int column = side == 0 ? 1 : exchange->nx;
  for (int y = 0; y < exchange->ny; y++)
    buffer[y] = exchange->cells[y * (exchange->nx + 2) + column];
  return exchange->ny;
}

static int packRow(const Exchange *exchange, int side, double *buffer) {
  int row = side == 2 ? 0 : exchange->ny - 1;
  for (int x = 0; x < exchange->nx; x++)
    buffer[x] = exchange->cells[row * (exchange->nx + 2) + x + 1];
  return exchange->nx;
}

static void unpackColumn(Exchange *exchange, int side, const double *buffer) {
  int column = side == 0 ? 0 : exchange->nx + 1;
  for (int y = 0; y < exchange->ny; y++)
    exchange->cells[y * (exchange->nx + 2) + column] = buffer[y];
}

static void addRow(Exchange *exchange, int side, const double *buffer) {
  int row = side == 2 ? 0 : exchange->ny - 1;
  for (int x = 0; x < exchange->nx; x++)
    exchange->cells[row * (exchange->nx + 2) + x + 1] += 0.1 * buffer[x];
}

static void exchangeAll(Exchange *exchange, double *out, double *in) {
  for (int side = 0; side < 4; side++) {
    int opposite = side ^ 1;
    int count = exchange->pack[side](exchange, side, out);
    MPI_Sendrecv(out, count, MPI_DOUBLE, exchange->neighbour[side], side, in, count, MPI_DOUBLE,
                 exchange->neighbour[opposite], side, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    exchange->unpack[opposite](exchange, opposite, in);
  }
}

int main(int argc, char **argv) {
  int rank, dims[2] = {0, 0}, periods[2] = {1, 1}, size;
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  Exchange exchange = {
      NULL, 60, 40, {0}, {packColumn, packColumn, packRow, packRow}, {unpackColumn, unpackColumn, addRow, addRow}};
  MPI_Cart_shift(grid, 0, 1, &exchange.neighbour[0], &exchange.neighbour[1]);
  MPI_Cart_shift(grid, 1, 1, &exchange.neighbour[2], &exchange.neighbour[3]);
  exchange.cells = calloc((size_t)(exchange.nx + 2) * exchange.ny, sizeof(double));
  double *out = malloc(64 * sizeof(double)), *in = malloc(64 * sizeof(double));
  int steps = argc > 1 ? atoi(argv[1]) : 10;
  for (int step = 0; step < steps; step++) {
    exchangeAll(&exchange, out, in);
    for (int i = 1; i < (exchange.nx + 2) * exchange.ny - 1; i++)
      exchange.cells[i] = 0.3 * (exchange.cells[i - 1] + exchange.cells[i] + exchange.cells[i + 1]) + rank;
  }
  if (rank == 0)
    printf("a cell is %g\n", exchange.cells[70]);
  free(exchange.cells);
  free(out);
  free(in);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
