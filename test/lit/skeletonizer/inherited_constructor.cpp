// A constructor that a class has from its base passes on what it is given.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
static double x[100];
struct Shape {
  int side, *shown;
  Shape(int s, int *p) : side(s), shown(p) {}
  virtual ~Shape() {}
  virtual int area() const { return side * side + *shown; }
};
struct Big : Shape {
  using Shape::Shape;
};
int main(int argc, char **argv) {
  int shown = 0;
  MPI_Init(&argc, &argv);
  // CHECK: Big *big = new Big(argc + 1, &shown);
  // CHECK-NEXT: shown = argc;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, big->area(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  Big *big = new Big(argc + 1, &shown);
  shown = argc;
  MPI_Bcast(x, big->area(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  delete big;
  MPI_Finalize();
  return 0;
}
