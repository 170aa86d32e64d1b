// A header that two units include is edited once, and both find the interface.
// RUN: %skeleton %S/../Inputs/shared.h %S/../Inputs/shared_second.c %s | FileCheck %s
// CHECK: #include <maquette/abi/skeleton.h>
// CHECK: static inline void share(double *x, int n) {
// CHECK: maquette_compute("share#{{[0-9a-f]+}}", 1, (double)n);
// CHECK-NOT: for (
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, n,
// CHECK: #include <maquette/abi/skeleton.h>
// CHECK: void second(int n) { share(MAQUETTE_PHANTOM, n); }
// CHECK: const char maquette_model_id[] = "{{[0-9a-f]+}}";
#include "shared.h"
static double mine[10];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: share(MAQUETTE_PHANTOM, argc);
  share(mine, argc);
  second(argc);
  MPI_Finalize();
  return 0;
}
