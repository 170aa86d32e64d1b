// A range-for over what decides about messages stays; its unused variable causes no warning.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
static double sum;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: std::vector<int> peers = {0, 1, 2};
  std::vector<int> peers = {0, 1, 2};
  // CHECK: for (int peer : peers) {
  for (int peer : peers) {
    sum += peer;
    // CHECK: MPI_Send(MAQUETTE_PHANTOM, 1, MPI_DOUBLE, peer,
    MPI_Send(&sum, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
  }
  // CHECK: for (int peer : peers) { (void)peer;
  for (int peer : peers) {
    sum += peer;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
