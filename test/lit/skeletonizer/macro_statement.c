// A macro that expands to statements stays or goes as one.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double total, other;
static int count;
// CHECK: #define ADD(x)
#define ADD(x) do { other += (x); other *= 2.0; } while (0)
#define BOTH(x) { MPI_Barrier(MPI_COMM_WORLD); total += (x); }
#define TWICE(x) count += (x); total += (x)
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK-NOT: ADD(3.0)
  ADD(3.0);
  // CHECK: BOTH(4.0);
  BOTH(4.0);
  // CHECK: TWICE(argc);
  TWICE(argc);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, count,
  MPI_Send(&total, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
