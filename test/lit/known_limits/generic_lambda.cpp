// The body of a lambda with parameters of type auto stays as it is, also where what it reads is not computed.
// XFAIL: *
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> values(100 + argc);
  for (double &value : values)
    value = value * 0.5 + argc;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, count,
  const auto send = [](auto data, int count) { MPI_Send(data, count, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD); };
  send(values.data(), 7);
  MPI_Finalize();
  return 0;
}
