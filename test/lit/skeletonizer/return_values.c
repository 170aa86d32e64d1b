// A function whose result nobody needs returns a neutral value; one whose result is needed keeps it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
typedef struct {
  double low, high;
} Range;
static double a[50];
// CHECK-LABEL: static double norm(
static double norm(void) {
  double sum = 0.0, all;
  for (int i = 0; i < 50; i++)
    sum += a[i];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  // CHECK: return 0.0;
  return all;
}
// CHECK-LABEL: static Range range(
static Range range(void) {
  Range result = {a[0], a[1]};
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: return (Range){0};
  return result;
}
// CHECK-LABEL: static int size(
static int size(int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: return 2 * n;
  return 2 * n;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: norm();
  a[0] = norm();
  // CHECK-NEXT: range();
  a[1] = range().high;
  MPI_Send(a, size(argc), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
