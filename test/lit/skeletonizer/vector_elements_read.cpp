// A vector whose elements an MPI call depends on stays as it is.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: std::vector<int> peers;
  std::vector<int> peers;
  for (int i = 0; i < size; i += 2)
    // CHECK: peers.push_back(i);
    peers.push_back(i);
  for (int peer : peers)
    MPI_Send(&size, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
