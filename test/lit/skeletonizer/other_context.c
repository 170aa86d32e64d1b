// What a function does for one caller it does for all: the others' pointers are there, too, behind a return that ends
// some calls.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
static int calls;
static int range(int *first, int *last, int n) {
  calls++;
  if (n < 0)
    return 0;
  // CHECK: *first = n;
  *first = n;
  *last = n + 1;
  for (int i = 0; i < n; i++)
    x[i] += *last;
  return 1;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int from = 0, to = 0, other_from = 0, other_to = 0;
  // CHECK: range(&from, {{.*}}, argc);
  range(&from, &to, argc);
  // CHECK: range(&other_from, {{.*}}, argc + 5);
  range(&other_from, &other_to, argc + 5);
  x[other_from] = other_to;
  MPI_Send(x, from, MPI_DOUBLE, 0, calls, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
