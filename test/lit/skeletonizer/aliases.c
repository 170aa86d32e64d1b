// What an alias stands for stays, though only the attribute names it.
// RUN: %skeleton %s | FileCheck %s
// CHECK: static void counted(void)
// CHECK: int real_limit = 5;
// CHECK-NOT: unneeded
#include <mpi.h>

static void counted(void) {}
void exported(void) __attribute__((alias("counted")));
int real_limit = 5;
extern int limit __attribute__((alias("real_limit")));
void unneeded(void) {}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  exported();
  int n = limit + argc;
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
