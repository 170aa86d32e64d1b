// An element of a std::vector<bool> or std::bitset is written and read through an object that stands for it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <bitset>
#include <vector>
static int count(const std::vector<bool> &marked) {
  int n = 0;
  // CHECK: if (marked[i])
  for (unsigned i = 0; i < marked.size(); ++i)
    if (marked[i])
      ++n;
  return n;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<bool> marked(8, false), other(8, false), unneeded(8, false);
  std::bitset<8> bits;
  // CHECK: marked[argc % 8] = true;
  marked[argc % 8] = true;
  // CHECK: marked[7] = marked[argc % 8];
  marked[7] = marked[argc % 8];
  // CHECK: bits[argc % 8] = true;
  bits[argc % 8] = true;
  // CHECK-NOT: unneeded[1] =
  unneeded[1] = true;
  // CHECK: other[1].flip();
  other[1].flip();
  // CHECK: while (!other[2])
  while (!other[2])
    // CHECK-NEXT: other[2] = true;
    other[2] = true;
  double x = 0;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, count(marked) + (bits[1] ? 1 : 2) + (other[1] ? 4 : 8),
  MPI_Send(&x, count(marked) + (bits[1] ? 1 : 2) + (other[1] ? 4 : 8), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
