// A recursive function that only computes goes; one that communicates stays, with its depth.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
// CHECK-NOT: sum_of(
static double sum_of(int first, int last) {
  if (last - first < 2)
    return x[first];
  int middle = (first + last) / 2;
  return sum_of(first, middle) + sum_of(middle, last);
}
// CHECK: static void tree(int rank, int step, int size) {
static void tree(int rank, int step, int size) {
  if (step >= size)
    return;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, 1, MPI_DOUBLE, rank ^ step, 0, MPI_COMM_WORLD);
  MPI_Send(x, 1, MPI_DOUBLE, rank ^ step, 0, MPI_COMM_WORLD);
  // CHECK: tree(rank, 2 * step, size);
  tree(rank, 2 * step, size);
}
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: maquette_compute("main#
  x[0] = sum_of(0, 1000);
  // CHECK: tree(rank, 1, size);
  tree(rank, 1, size);
  MPI_Finalize();
  return 0;
}
