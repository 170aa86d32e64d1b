// What runs before main without a call stays when its results are needed.
// RUN: %skeleton %s | FileCheck %s
// CHECK: void prepare(void) { count = 3; }
#include <mpi.h>

static int count;
void prepare(void) __attribute__((constructor));
void prepare(void) { count = 3; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < count; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
