// Calls through pointers reach every function that may be meant; those stay.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[10];
typedef void (*Step)(int);
// CHECK: static void compute(int n)
static void compute(int n) { x[n % 10] += 1.0; }
// CHECK: static void communicate(int n) { MPI_Bcast(MAQUETTE_PHANTOM, n,
static void communicate(int n) { MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: Step steps[2] = {compute, communicate};
  Step steps[2] = {compute, communicate};
  // CHECK: steps[i](argc);
  for (int i = 0; i < 2; i++)
    steps[i](argc);
  MPI_Finalize();
  return 0;
}
