// What a function of one statement passes on is told apart by its own callers: here only one of them needs the result.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int table[100];
static double values[1000];
// CHECK-LABEL: static int search(
static int search(int key) {
  int at = 0;
  while (at < 99 && table[at] != key)
    at++;
  return at;
}
static int row(int key) { return search(key); }
// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 100; i++)
    table[i] = i * i;
  // CHECK: int peer = row(argc);
  int peer = row(argc);
  for (int step = 0; step < argc; step++) {
    // CHECK: for (int step
    // CHECK-NEXT: maquette_compute(
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, 1000, MPI_DOUBLE, peer, MPI_COMM_WORLD);
    for (int i = 0; i < 1000; i++)
      values[row((int)values[i])] += 1;
    MPI_Bcast(values, 1000, MPI_DOUBLE, peer, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
