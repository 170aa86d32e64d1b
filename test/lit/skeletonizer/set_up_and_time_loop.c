// A table has sizes and times. What is read from it before the time loop does not depend on what the loop writes to it,
// so the time may be predicted although sizes of memory come from there.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
static double table[16];
static double get(int key) { return table[key]; }
static void put(int key, double value) { table[key] = value; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  put(0, atof(argv[1]));
  const int count = (int)get(0);
  double *cells = malloc(count * sizeof(double));
  double step = 1, time = 0;
  for (int i = 0; i < count; ++i)
    cells[i] = i;
  for (int n = 0; n < 100; ++n) {
    double mine = 0;
    // CHECK-NOT: cells[i] * 0.5
    for (int i = 0; i < count; ++i) {
      cells[i] = cells[i] * 0.5 + step;
      mine += cells[i];
    }
    MPI_Allreduce(&mine, &step, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    time += step;
    put(1, time);
    // CHECK: maquette_predict_double
    // CHECK-NOT: maquette_predict_branch
    if (get(1) > 1)
      MPI_Barrier(MPI_COMM_WORLD);
    if (get(1) > 2)
      MPI_Barrier(MPI_COMM_WORLD);
    if (get(1) > 3)
      MPI_Barrier(MPI_COMM_WORLD);
    if (get(1) > 4)
      MPI_Barrier(MPI_COMM_WORLD);
    if (get(1) > 5)
      MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(cells, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
