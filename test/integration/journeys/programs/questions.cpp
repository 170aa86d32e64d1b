// Rank 0 asks for the size and the number of steps on standard input, and tells the others.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, cells = 0, steps = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) {
    std::cout << "cells a rank? ";
    std::cin >> cells;
    if (std::cin.get() != '\n' || std::scanf("%d", &steps) != 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Bcast(&cells, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<double> field(cells + 1, rank);
  for (int step = 0; step < steps; ++step) {
    MPI_Sendrecv(&field[1], 1, MPI_DOUBLE, (rank + 1) % ranks, 0, &field[0], 1, MPI_DOUBLE, (rank + ranks - 1) % ranks,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= cells; ++i)
      field[i] = std::sin(field[i] + field[i - 1]);
  }
  double sum = 0, all = 0;
  for (const double value : field)
    sum += value;
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::cout << all << "\n";
  MPI_Finalize();
}
