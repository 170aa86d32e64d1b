// A quotient is a feature, also of what a constructor goes through.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Field {
  double *values;
  explicit Field(int n) : values(new double[n]) {
    for (int i = 0; i < n; ++i)
      values[i] = 0.5 * i;
  }
};
static double sum(const Field &field, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += field.values[i];
  return total;
}
// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = 1000 * argc;
  static int rows[1000];
  MPI_Bcast(rows, n - size, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 1, (double)(size != 0 ? n / size : 0));
  // CHECK-NEXT: MPI_Barrier
  Field *field = new Field(n / size);
  volatile double total = sum(*field, n / size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return total > 0 ? 0 : 0;
}
