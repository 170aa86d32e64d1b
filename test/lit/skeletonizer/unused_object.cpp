// An object that nothing reads goes, with its constructor's arguments; parameters used only by initializers cause no
// warning.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Vector {
  int length;
  double *values;
};
struct Name {
  // CHECK: Name(int first, int second) : first_(first), second_() {
  // CHECK-NEXT: (void)second;
  Name(int first, int second) : first_(first), second_(second) {
    MPI_Bcast(&second_, first_, MPI_INT, 0, MPI_COMM_WORLD);
  }
  int first_, second_;
};
static double x[10];
static void fill(Vector &vector) {
  vector.values = x;
  for (int i = 0; i < 10; ++i)
    vector.values[i] += 1.0;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: MPI_Init
  // CHECK-NEXT: maquette_compute("main#
  // CHECK-NEXT: Name name(argc,
  Vector unused;
  fill(unused);
  Name name(argc, argc + 1);
  MPI_Finalize();
  return 0;
}
