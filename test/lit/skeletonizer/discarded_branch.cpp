// What `if constexpr` names in a branch that an instantiation discards is declared there, too: the text is looked up as
// it stands.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
enum Direction { kRow, kColumn };
double data[100];
// CHECK: static int wide(int n) { return 2 * n; }
static int wide(int n) { return 2 * n; }
template <Direction D> static int inject(int n, int row, int column) {
  // CHECK: const int from_row = row * n;
  const int from_row = row * n;
  // CHECK: const int from_column
  const int from_column = column * n;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    int at = 0;
    // CHECK: if constexpr (D == kRow) at = from_row + i;
    if constexpr (D == kRow) at = from_row + i;
    // CHECK: if constexpr (D == kColumn) at = wide(from_column) + i;
    if constexpr (D == kColumn) at = wide(from_column) + i;
    if (at > 10) count++;
    // CHECK-NOT: data[i % 100] +=
    data[i % 100] += at;
  }
  return count;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Bcast(data, inject<kRow>(argc, 1, 2), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, inject<kColumn>(argc, 1, 2), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
