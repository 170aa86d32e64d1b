// A statement whose head is chosen by an #if goes with all of it; where half of an #if stands in its text and other
// code before, it stays unexecuted.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double x[1000];
static int sent(int to) {
  MPI_Send(&to, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  return to;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = 1000, size;
  // CHECK: MPI_Comm_size(
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-NEXT: {{^}}maquette_compute("main#{{.*}}
  // CHECK-NEXT: if (size > 99)
#ifdef SECOND_HALF // the bounds
  for (int i = n / 2; i < n; ++i)
#else
  /* all */
  for (int i = 0; i < n; ++i)
#endif
    x[i] += size;
  if (size > 99)
    MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NOT: #
  // CHECK: sent(1);
  // CHECK-NEXT: MPI_Allreduce
#if !defined(SECOND)
  if (x[0] > 3)
#elif defined(THIRD)
  if (x[2] > 3)
#else
  if (x[1] > 3)
#endif
    puts("much");
  x[0] =
#ifdef FIRST
    1;
#else
    sent(1);
#endif
  MPI_Allreduce(MPI_IN_PLACE, x, 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  // CHECK: #ifdef FIRST
  // CHECK: #else
  // CHECK: MPI_Bcast
  // CHECK-NEXT: while (0) if (x[1] > 4)
  // CHECK-NEXT: #endif
  // CHECK-NEXT: puts("more");
#ifdef FIRST
  if (x[0] > 4)
#else
  MPI_Bcast(x, size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (x[1] > 4)
#endif
    puts("more");
  // CHECK: if (size > 3)
  // CHECK-NEXT: { sent(2);
  // CHECK-NEXT: while (0) if (n > sent(2)) {
  // CHECK: puts("most");
  // CHECK-NEXT: } }
#ifdef FIRST
  if (x[0] > 5) {
#else
  if (size > 3)
    if (n > sent(2)) {
#endif
      puts("most");
    }
  MPI_Finalize();
  return 0;
}
