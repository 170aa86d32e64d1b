// What is put into a window may decide the flow of another rank, so it is computed; nothing of it is left out.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000], memory[1];
int main(int argc, char **argv) {
  MPI_Win win;
  MPI_Init(&argc, &argv);
  // CHECK: MPI_Win_create(memory, sizeof memory,
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK: while (memory[0] < 3.0) {
  while (memory[0] < 3.0) {
    double sum = 0.0;
    // CHECK: sum += x[i] + 1.0;
    for (int i = 0; i < 1000; i++)
      sum += x[i] + 1.0;
    // CHECK: MPI_Put(&sum, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Put(&sum, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
