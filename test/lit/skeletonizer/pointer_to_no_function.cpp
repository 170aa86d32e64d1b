// A pointer to functions of a type that the program has no function of: the call may not change anything.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
struct Field {
  double *values;
  int size;
};
using Boundary = void (*)(Field &, double time);
static Boundary boundaries[2];
static void enroll(int side, Boundary boundary) { boundaries[side] = boundary; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Field field{new double[argc * 100], argc * 100};
  if (argc > 5)
    enroll(0, nullptr);
  for (int step = 0; step < 10; ++step) {
    // CHECK: for (int step
    // CHECK-NEXT: maquette_compute
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, field.size,
    for (int i = 0; i < field.size; ++i)
      field.values[i] = 0.5 * field.values[i] + step;
    if (boundaries[0] != nullptr)
      boundaries[0](field, 0.1 * step);
    MPI_Bcast(field.values, field.size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
