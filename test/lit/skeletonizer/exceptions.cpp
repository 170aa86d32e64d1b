// try stays around calls that stay; so do its handlers.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <cstdio>
#include <stdexcept>
static double x;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: try {
  try {
    // CHECK-NOT: x +=
    x += 2.0;
    // CHECK: MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: } catch (const std::exception &error) {
  } catch (const std::exception &error) {
    std::puts(error.what());
  }
  MPI_Finalize();
  return 0;
}
