// Elements of an array that the skeleton does not have bound a loop: how often the region wrote them that filled it is
// a feature. Bounds that an array of its own holds are computed; what is skipped at rounded ends is not counted.
// RUN: %skeleton %s | FileCheck %s
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
// CHECK: __attribute__((weak)) double maquette_extent_[[FILL:[0-9a-f]+]]_1;
static double sum;
static double lower[2], upper[2];
struct cells {
  int *count;
  double *where;
};
void fill(struct cells *cells, double width) {
  int begin[2], end[2];
  for (int k = 0; k < 2; k++) {
    begin[k] = floor(lower[k] / width);
    end[k] = ceil(upper[k] / width);
  }
  // CHECK: maquette_compute("fill#[[FILL]]", 3, (double)(end[0] - begin[0]) * (end[1] - begin[1]),
  // CHECK-SAME: maquette_extent_[[FILL]]_1 = (double)(long)(((double)((upper[0] / width) - (lower[0] / width)) * ((upper[1] / width) - (lower[1] / width))) + 0.5),
  // CHECK-SAME: (double)(end[0] - begin[0]));
  for (int i = begin[0]; i < end[0]; i++)
    for (int j = begin[1]; j < end[1]; j++) {
      if (j * width >= upper[1])
        continue;
      cells->where[i] += j;
      cells->count[(i * 7 + j) % 100]++;
    }
  MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct cells cells = {calloc(100, sizeof(int)), malloc(sizeof(double) * 1000 * argc)};
  lower[0] = lower[1] = argc;
  upper[0] = upper[1] = argc * 10.0;
  fill(&cells, 0.5);
  for (int step = 0; step < 10; step++) {
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 2, (double)argc, maquette_extent_[[FILL]]_1);
    for (int c = 0; c < argc; c++)
      for (int i = 0; i < cells.count[c]; i++)
        sum += cells.where[i];
    // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
