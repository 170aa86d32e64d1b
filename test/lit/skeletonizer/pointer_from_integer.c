// A pointer that was a number on the way, to be aligned, still points to what it was made from.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
static uintptr_t aligned(void *memory, size_t to) {
  uintptr_t address = (uintptr_t)memory;
  return (address + to - 1) / to * to;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: void *memory = malloc(
  void *memory = malloc(1024);
  int *count = (int *)aligned(memory, 64);
  // CHECK: *count = argc + 3;
  *count = argc + 3;
  MPI_Send(memory, *count, MPI_INT, 0, 0, MPI_COMM_WORLD);
  free(memory);
  MPI_Finalize();
  return 0;
}
