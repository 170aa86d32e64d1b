// A longjmp is taken in the skeleton when the program takes it: what decides about it is computed, where it goes is
// set.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <setjmp.h>
static jmp_buf start;
static double x[1000];
static void check(int round) {
  // CHECK: if (round < 3)
  // CHECK-NEXT: longjmp(start, round);
  if (round < 3)
    longjmp(start, round);
}
int main(int argc, char **argv) {
  volatile int round = argc;
  MPI_Init(&argc, &argv);
  // CHECK: if (setjmp(start) != 0)
  // CHECK-NEXT: round = round + 1;
  if (setjmp(start) != 0)
    round = round + 1;
  for (int i = 0; i < 1000; i++)
    x[i] += round;
  // CHECK: MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: check(round);
  check(round);
  MPI_Finalize();
  return 0;
}
