// A vector's reserved memory stays where its elements are needed, since pointers to them hold by it; it goes with
// elements nobody needs.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  std::vector<int> counts(1);
  MPI_Init(&argc, &argv);
  // CHECK: counts.reserve(argc + 1);
  counts.reserve(argc + 1);
  // CHECK-NEXT: int *first = &counts[0];
  int *first = &counts[0];
  // CHECK-NEXT: counts.resize(argc + 1);
  counts.resize(argc + 1);
  // CHECK-NEXT: *first = argc;
  *first = argc;
  std::vector<double> scratch;
  // CHECK-NOT: scratch.reserve
  scratch.reserve(argc + 1);
  for (int i = 0; i < argc; ++i)
    scratch.push_back(0.5 * i);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, counts[0],
  MPI_Send(scratch.data(), counts[0], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
