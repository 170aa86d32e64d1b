// A datatype of as many bytes as a record has sends the record, from its first array on.
// RUN: %skeleton %s | FileCheck %s
#include <math.h>
#include <mpi.h>
struct Cell {
  double corner[3];
  int owner;
};
int main(int argc, char **argv) {
  struct Cell cell;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(sizeof(struct Cell), MPI_BYTE, &type);
  // CHECK-NOT: sqrt
  cell.corner[0] = sqrt(argc);
  // CHECK: cell.owner = 3 * argc;
  cell.owner = 3 * argc;
  // CHECK: MPI_Bcast(cell.corner, 1, type
  MPI_Bcast(cell.corner, 1, type, 0, MPI_COMM_WORLD);
  MPI_Send(0, 0, MPI_DOUBLE, 0, cell.owner, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
