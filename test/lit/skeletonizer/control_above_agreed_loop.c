// A rank tells of what it found, by a loop whose length all ranks know: whether it does is its own all the same.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int rank, size;
long seed, best = 1000000;
double tour[10];
void tell(void) {
  for (int i = 0; i < size; ++i)
    MPI_Send(tour, 10, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
}
void look(void) {
  long found = 1000000;
  // CHECK-LABEL: void look(
  // CHECK-NOT:     maquette_predict
  for (int i = 0; i < 1000; ++i) {
    seed = seed * 69069 + 1;
    if (seed % 100000 < found)
      found = seed % 100000;
  }
  // CHECK:         if (found < best)
  if (found < best) {
    best = found;
    tell();
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  seed = rank;
  for (int step = 0; step < 10; ++step)
    look();
  MPI_Finalize();
  return 0;
}
