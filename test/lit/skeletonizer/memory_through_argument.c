// Memory that a function gives through a pointer to a pointer: real where its contents are needed, phantom where not.
// RUN: %skeleton %s | FileCheck %s
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int *counts = NULL;
  double *data = NULL, *window = NULL;
  MPI_Init(&argc, &argv);
  // CHECK: if (posix_memalign((void **)&counts, 64, 2 * sizeof(int)) != 0)
  if (posix_memalign((void **)&counts, 64, 2 * sizeof(int)) != 0)
    return 1;
  // CHECK: if ((*((void **)&data) = maquette_phantom_allocate(1000 * sizeof(double)), 0) != 0)
  if (posix_memalign((void **)&data, 64, 1000 * sizeof(double)) != 0)
    return 1;
  // CHECK: counts[1] = argc;
  counts[1] = argc;
  // CHECK: MPI_Alloc_mem(
  MPI_Alloc_mem(8000, MPI_INFO_NULL, &window);
  // CHECK: window[3] = argc;
  window[3] = argc;
  // CHECK-NOT: data[i] =
  for (int i = 0; i < 1000; i++)
    data[i] = i;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, counts[1] + (int)window[3], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Send(data, counts[1] + (int)window[3], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
