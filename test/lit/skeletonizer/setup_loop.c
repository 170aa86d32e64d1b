// What runs once per element of the data is computed or removed, never predicted.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree summary %s | FileCheck %s --check-prefix=SUMMARY
// SUMMARY: predicted values     0
#include <mpi.h>
static int owner[100000];
static int owner_of(int i, int size) { return (i * 31 + 7) % size; }
int main(int argc, char **argv) {
  int rank, size, levels = 3;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int level = 0; level < levels; level++) {
    int send = 0;
    for (int i = 0; i < 100000; i++) {
      owner[i] = owner_of(i, size);
      // CHECK: if (owner[i] != rank)
      if (owner[i] != rank)
        send++;
    }
    // CHECK: MPI_Send(MAQUETTE_PHANTOM, send, MPI_INT, (rank + 1) % size, level, MPI_COMM_WORLD);
    MPI_Send(owner, send, MPI_INT, (rank + 1) % size, level, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
