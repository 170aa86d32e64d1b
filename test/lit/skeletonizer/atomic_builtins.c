// Operations on atomic objects read and write what their pointers lead to: those of C11 and the compiler's.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
#include <stdatomic.h>
static double x[1000];
static _Atomic int count;
int main(int argc, char **argv) {
  int next = 0, expected = 1;
  MPI_Init(&argc, &argv);
  // CHECK: atomic_fetch_add(&count, argc);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, atomic_load(&count),
  atomic_fetch_add(&count, argc);
  MPI_Bcast(x, atomic_load(&count), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: __atomic_store_n(&next, 1, 5);
  // CHECK-NEXT: __atomic_compare_exchange_n(&next, &expected, argc, 0, 5, 5);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, next,
  __atomic_store_n(&next, 1, 5);
  __atomic_compare_exchange_n(&next, &expected, argc, 0, 5, 5);
  MPI_Bcast(x, next, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
