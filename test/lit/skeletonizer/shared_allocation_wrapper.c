// One allocating function for needed and for other memory: what a kept statement may write is real memory.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
void *malloc(__SIZE_TYPE__ size);
static void fill(int *out, int n) {
  for (int i = 0; i < n; i++)
    // CHECK: out[i] = i;
    out[i] = i;
}
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: int *peers = malloc(size * sizeof(int));
  int *peers = malloc(size * sizeof(int));
  int *other = malloc(size * sizeof(int));
  int *chosen = size > 2 ? peers : other;
  fill(chosen, size);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, 1, MPI_INT, chosen[0], 0, MPI_COMM_WORLD);
  MPI_Send(other, 1, MPI_INT, chosen[0], 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
