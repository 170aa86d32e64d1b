// Calls through a table of functions reach every function in it; the packed data go, the counts they return stay.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double cells[100], buffer[100];
// CHECK: static int packEven(
static int packEven(double *out) {
  int count = 0;
  for (int i = 0; i < 100; i += 2)
    // CHECK: count++;
    out[count++] = cells[i];
  return count;
}
static int packAll(double *out) {
  for (int i = 0; i < 100; i++)
    out[i] = cells[i];
  // CHECK: return 100;
  return 100;
}
// CHECK: {packEven, packAll};
static int (*const pack[2])(double *) = {packEven, packAll};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int side = 0; side < 2; side++) {
    // CHECK: int count = pack[side](buffer);
    int count = pack[side](buffer);
    MPI_Send(buffer, count, MPI_DOUBLE, side, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
