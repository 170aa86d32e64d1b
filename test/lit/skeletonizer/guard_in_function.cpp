// A function whose result nobody needs is called all the same where an object in it, or one it is given, does something
// at its end.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
struct Fence {
  ~Fence() { MPI_Barrier(MPI_COMM_WORLD); }
};
static int fenced(int n) {
  Fence fence;
  return n * 2;
}
static int temporary(int n) { return Fence(), n + 1; }
static int given(Fence, int n) { return n + 2; }
static int plain(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i * n;
  return sum;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: fenced(0);
  x[1] = fenced(argc);
  // CHECK: temporary(0);
  x[2] = temporary(argc);
  // CHECK: given(Fence(), 0);
  x[3] = given(Fence(), argc);
  // CHECK-NOT: plain(argc
  x[4] = plain(argc);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, plain(3),
  MPI_Send(x, plain(3), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
