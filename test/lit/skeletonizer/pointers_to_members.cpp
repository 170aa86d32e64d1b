// Pointers to data members, and what lies where new puts it, or in fields after a base of an aggregate.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
#include <new>
static double x[100];
struct Sizes {
  int width = 1, height = 2;
};
struct Named {
  int id;
};
struct Shown : Named {
  int *shown;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: int Sizes::*which = argc > 2 ? &Sizes::width : &Sizes::height;
  // CHECK-NEXT: Sizes sizes;
  // CHECK-NEXT: sizes.*which = argc;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, sizes.width, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int Sizes::*which = argc > 2 ? &Sizes::width : &Sizes::height;
  Sizes sizes;
  sizes.*which = argc;
  MPI_Bcast(x, sizes.width, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: int there[4];
  // CHECK-NEXT: int *made = new (there) int(argc);
  // CHECK-NEXT: *made += 1;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, there[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int there[4];
  int *made = new (there) int(argc);
  *made += 1;
  MPI_Bcast(x, there[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: int count = 0;
  // CHECK-NEXT: Shown all{{[{][{]}}1}, &count};
  // CHECK-NEXT: *all.shown = argc;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int count = 0;
  Shown all{{1}, &count};
  *all.shown = argc;
  MPI_Bcast(x, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
