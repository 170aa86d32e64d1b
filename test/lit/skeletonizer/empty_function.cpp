// RUN: %skeleton --whole --exact %s | FileCheck %s
// Calling a std::function that nobody filled throws.
#include <functional>
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::function<int(float)> empty;
  bool thrown = false;
  try {
    empty(3.0f);
  } catch (const std::bad_function_call &) {
    thrown = true;
  }
  if (thrown)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: std::function<int(float)> empty;
// CHECK: empty(3.0f);
// CHECK: thrown = true;
// CHECK: MPI_Barrier
