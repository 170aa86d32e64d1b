// Variables that nothing names register something when they are made; lambdas become pointers to functions; what
// std::bind gives is called.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <functional>
#include <mpi.h>
#include <vector>
static double x[1000];
using Function = int (*)(int);
static std::vector<Function> &all() {
  static std::vector<Function> list;
  return list;
}
struct Registers {
  explicit Registers(Function f) { all().push_back(f); }
};
static int twice(int n) { return 2 * n; }
// CHECK: static Registers registers_twice(twice);
static Registers registers_twice(twice);
// CHECK-NEXT: static bool registered = (all().push_back(twice), true);
static bool registered = (all().push_back(twice), true);
struct Nothing {
  explicit Nothing(double value) { x[0] = value; }
};
// CHECK-NOT: nothing
static Nothing nothing(1);
static int &bump(int *p, int by) { return *p += by; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (Function f : all())
    MPI_Bcast(x, f(argc), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int a = argc, b = argc;
  auto adds = +[](int *p, int by) { *p += by; };
  // CHECK: adds(&a, 2);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, a,
  adds(&a, 2);
  MPI_Bcast(x, a, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: auto bound = std::bind(bump, &b, std::placeholders::_1);
  // CHECK-NEXT: bound(3);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, b,
  auto bound = std::bind(bump, &b, std::placeholders::_1);
  bound(3);
  MPI_Bcast(x, b, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
