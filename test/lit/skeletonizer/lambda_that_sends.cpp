// A lambda with a name is edited like a function: what it sends is not read, and its calls need not have it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK-NOT: values
  std::vector<double> values(100 + argc);
  for (double &value : values)
    value = value * 0.5 + argc;
  // CHECK: const auto send = [&](const double *data, int count) { (void)data;{{$}}
  // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  const auto send = [&](const double *data, int count) {
    MPI_Send(data, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  }, other = send;
  // CHECK: send(static_cast<const double *>(MAQUETTE_PHANTOM), argc);
  send(&values[1], argc);
  // CHECK: other(static_cast<const double *>(MAQUETTE_PHANTOM), 1);
  other(values.data(), 1);
  MPI_Finalize();
  return 0;
}
