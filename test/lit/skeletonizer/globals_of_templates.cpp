// A file-scope variable whose declaration cannot be taken out keeps what it is made with; commas of a type's arguments
// are no obstacle.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
template <class Key, class Value> struct Table {
  Key keys[4];
  Value values[4];
};
// CHECK-NOT: makeNames
static Table<int, double> makeNames() {
  Table<int, double> table{};
  table.values[1] = 2;
  return table;
}
static const Table<int, double> names = makeNames();
// CHECK: static double makeFactor(
static double makeFactor() { return 0.25; }
// CHECK: static struct { double by; } scale = {makeFactor()};
static struct { double by; } scale = {makeFactor()};
static double cells[64];
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i)
    cells[i % 64] += names.values[1] * scale.by;
  MPI_Send(cells, size, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
