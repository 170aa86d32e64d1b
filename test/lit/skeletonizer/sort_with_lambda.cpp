// Sorting what no call depends on goes with its lambda; sorting the peers stays.
// RUN: %skeleton %s | FileCheck %s
#include <algorithm>
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> peers;
  for (int i = 0; i < size; ++i)
    peers.push_back((i * 7) % size);
  std::vector<double> values(100);
  // CHECK: maquette_compute("main#
  // CHECK-NOT: double a, double b
  std::sort(values.begin(), values.end(), [](double a, double b) { return a > b; });
  // CHECK: std::sort(peers.begin(), peers.end(), [](int a, int b) { return a < b; });
  std::sort(peers.begin(), peers.end(), [](int a, int b) { return a < b; });
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, 100, MPI_DOUBLE, peers[0], 0, MPI_COMM_WORLD);
  MPI_Send(values.data(), 100, MPI_DOUBLE, peers[0], 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
