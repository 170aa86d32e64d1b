// An object that a callee does not need is passed as a phantom reference.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Field {
  double values[100];
};
static void exchange(Field &field, const double &scale, int count) {
  for (double &value : field.values)
    value *= scale;
  MPI_Send(field.values, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK-NOT: Field field
  Field field{};
  // CHECK: exchange(maquette_phantom_reference<Field>(), 2.0, argc);
  exchange(field, 2.0, argc);
  MPI_Finalize();
  return 0;
}
