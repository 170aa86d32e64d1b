// Half of an #if in the head of a loop stays with the other half: what is joined by commas is edited part by part.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#define PIPELINED
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size, from, next;
  double sum = 0, looks;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: for (from = 1
  // CHECK-NEXT: #ifdef PIPELINED
  // CHECK-NEXT: , (void)0, next = 2
  // CHECK-NEXT: #endif
  // CHECK-NEXT: ; from < size; ++from
  // CHECK-NEXT: #ifdef PIPELINED
  // CHECK-NEXT: , (void)0, ++next
  // CHECK-NEXT: #endif
  for (from = 1
#ifdef PIPELINED
       , looks = 0, next = 2
#endif
       ; from < size; ++from
#ifdef PIPELINED
       , looks += 2, ++next
#endif
  ) {
    sum += looks;
    MPI_Send(&sum, 1, MPI_DOUBLE, (from + next) % size, 0, MPI_COMM_WORLD);
    MPI_Recv(&sum, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
