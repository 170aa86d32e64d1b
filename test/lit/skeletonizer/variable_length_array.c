// The length of an array that the skeleton uses is kept with the array.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int twice(int n) { return 2 * n; }
int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // CHECK: length = twice(ranks);
  const int length = twice(ranks);
  int order[length];
  for (int i = 0; i < ranks; i++)
    order[i] = (rank + i) % ranks;
  for (int i = 0; i < ranks; i++)
    MPI_Send(&rank, 1, MPI_INT, order[i], 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
