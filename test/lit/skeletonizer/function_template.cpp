// A template is edited once; the text holds for all its instantiations.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double d[8];
static int i[8];
template <class T> void share(T *values, int n, MPI_Datatype type) {
  // CHECK: maquette_compute("share#{{[0-9a-f]+}}", 1, (double)n);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, n, type, 0,
  for (int k = 0; k < n; ++k)
    values[k % 8] += T(1);
  MPI_Bcast(values, n, type, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: share(static_cast<double *>(MAQUETTE_PHANTOM), size, MPI_DOUBLE);
  // CHECK: share(static_cast<int *>(MAQUETTE_PHANTOM), 2, MPI_INT);
  share(d, size, MPI_DOUBLE);
  share(i, 2, MPI_INT);
  MPI_Finalize();
  return 0;
}
