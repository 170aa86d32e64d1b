// What decides whether a rank communicates, and may differ from rank to rank, is computed: a predicted value is the
// same on all.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int work[1000], top;
static int next(int rank) {
  int found = 0;
  for (int i = 0; i < top; i++)
    if (work[i] % (rank + 2) == 0)
      found = i;
  work[found] = work[--top];
  return found;
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 1000; i++)
    work[i] = i;
  top = 1000;
  while (top > 0)
    // CHECK: if (next(rank) % 7 == 0)
    if (next(rank) % 7 == 0)
      // CHECK-NEXT: MPI_Send(
      MPI_Send(&top, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
