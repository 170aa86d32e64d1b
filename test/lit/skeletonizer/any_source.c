// The answer goes to whoever asked: the status of a receive from anyone stays, what it received goes.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double total = 0.0, result;
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Status status;
  for (int answers = 1; answers < size; answers++) {
    // CHECK: MPI_Recv(MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    // CHECK-NOT: total
    total += result;
    // CHECK: MPI_Send(MAQUETTE_PHANTOM, 1, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD);
    MPI_Send(&total, 1, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
