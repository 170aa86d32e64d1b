// A statement that ends inside of an #if goes with the rest of it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int kind, size, much = 0;
  // CHECK: MPI_Comm_size(
  // CHECK-NOT: #else
  // CHECK-NOT: #endif
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  kind =
#if defined(FIRST)
      size > 1 ? 3 :
#elif defined(SECOND)
      size > 1 ? 4 :
#else
      5; // else
#endif
  for (int i = 0; i < 1000; ++i)
#ifndef FIRST
    x[i] += kind;
#else
    x[i] -= kind;
#endif
  // CHECK: much = size
  // CHECK: #ifdef FIRST
  // CHECK: #endif
  much = size
#ifdef FIRST
         + 1;
#else
         + 2;
#endif
  MPI_Bcast(x, much, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
