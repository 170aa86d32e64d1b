// A header fills the array that bounds loops of a file which includes it: both name the variable, and it is defined
// once.
// RUN: %skeleton %S/../Inputs/cells.h %s | FileCheck %s
// CHECK: maquette_compute("fillCells#[[FILL:[0-9a-f]+]]", 2, maquette_extent_[[FILL]] = (double)n * (2 * n), (double)n);
// CHECK: __attribute__((weak)) double maquette_extent_[[FILL]];
#include "cells.h"
static double sum;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Cells cells = {new int[100](), new double[1000 * argc]()};
  fillCells(cells, argc);
  for (int step = 0; step < 10; step++) {
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 2, (double)argc, maquette_extent_[[FILL]]);
    for (int c = 0; c < argc; c++)
      for (int i = 0; i < cells.count[c]; i++)
        sum += cells.where[i];
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
