// Functions that no remaining text names go, prototypes and comments too; one whose address is taken stays.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x;
// CHECK-NOT: helper
static void helper(double by);
// Adds.
static void add(double by) { helper(by); }
static void helper(double by) { x += by; }
// CHECK: static int stays(int n) { return n + 1; }
static int stays(int n) { return n + 1; }
// CHECK: table
static int (*table[])(int) = {stays};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  add(2.0);
  MPI_Send(&x, table[0](argc), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
