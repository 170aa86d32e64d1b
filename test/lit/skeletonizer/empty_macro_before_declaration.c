// A macro before a declaration that is empty here goes with it; elsewhere it may be `extern`.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#define EXTERN
#define API
// CHECK-NOT: EXTERN double removed
// CHECK: EXTERN int kept;
EXTERN double removed;
EXTERN int kept;
API void compute(void);
// CHECK-NOT: API void
API void compute(void) {
  for (int i = 0; i < 1000; i++)
    removed += i;
}
// CHECK: int main
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  kept = argc;
  compute();
  MPI_Bcast(&removed, kept, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
