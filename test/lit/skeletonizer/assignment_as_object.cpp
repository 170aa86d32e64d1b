// What an assignment gives is the object that was assigned to: (a += 2) *= 3. A field that is a reference refers to
// what its list names.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
static double x[1000];
struct Refers {
  int &to;
  const int &same;
};
static void bump(int &n) { n += 2; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int a = argc, b = argc, c = argc, d = argc;
  // CHECK: (a += 2) *= 3;
  // CHECK-NEXT: ++(++b);
  // CHECK-NEXT: bump(c = 4);
  (a += 2) *= 3;
  ++(++b);
  bump(c = 4);
  // CHECK: int &e = (d = 5);
  // CHECK-NEXT: e++;
  int &e = (d = 5);
  e++;
  MPI_Bcast(x, a, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, b, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, c, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, d, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int n = argc;
  // CHECK: Refers refers{n, n};
  // CHECK-NEXT: refers.to += 4;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, refers.same,
  Refers refers{n, n};
  refers.to += 4;
  MPI_Bcast(x, refers.same, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
