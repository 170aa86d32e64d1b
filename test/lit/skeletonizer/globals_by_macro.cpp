#include <mpi.h>
#define DOUBLED(f, n) (f(n) + f(n))
int count(int);
int total(int);
static int sent = DOUBLED(count, 3);
int read_nowhere();
double values[8];

// Two units have a global at the same place, each made by a macro: they have nothing to do with each other.
// RUN: %skeleton %s %S/Inputs/globals_by_macro_2.cpp | FileCheck %s
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Send(values, sent, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  values[0] = read_nowhere();
  MPI_Finalize();
  return 0;
}
// CHECK: return n + 1;
// CHECK-NOT: sum += i * n;
