// A loop goes on as long as the sum of all ranks changes. What each rank has of its own to add is not predicted, as one
// number for all ranks would end the loop at another step; that the sum changes is: all ranks know it alike.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int work[1000];
static double weight[1000];
int main(int argc, char **argv) {
  int rank, size, sum = 1, old = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 1000; i++) {
    work[i] = (i + 1) * (rank + 1) % 17;
    weight[i] = work[i] * 0.25;
  }
  // CHECK: while (maquette_predict_branch(
  while (sum != old) {
    int over = 0, mine = 0;
    old = sum;
    for (int i = 0; i < 1000; i++) {
      weight[i] = weight[i] * 0.5 + 0.1 * i;
      if (weight[i] > 40.0)
        over = 1;
    }
    // CHECK: work[i] /= 2;
    // CHECK-NOT: mine
    if (over == 1)
      for (int i = 0; i < 1000; i++)
        work[i] /= 2;
    for (int i = 0; i < 1000; i++)
      mine += work[i];
    MPI_Send(weight, work[rank], MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Recv(weight, 1000, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_INT,
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
