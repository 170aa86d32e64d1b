// A value that is predicted where it is declared, beside another that is not; what it was computed from is a phantom.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
#include <vector>
static double x[1000];
static void send(const std::vector<double> &leaving, int peer) {
  // CHECK: int outgoing = (int)maquette_predict_integer("send#{{[0-9a-f]+}}", 0), incoming = 0;
  // PROFILED: int outgoing = (int)maquette_observe_integer("send#{{[0-9a-f]+}}", (int)(static_cast<int>(leaving.size())), 0), incoming = 0;
  int outgoing = static_cast<int>(leaving.size()), incoming = 0;
  MPI_Send(&outgoing, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
  MPI_Recv(&incoming, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, outgoing + incoming, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
  MPI_Send(leaving.data(), outgoing + incoming, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < argc * 100; ++step) {
    std::vector<double> leaving;
    for (int i = 0; i < 1000; ++i) {
      x[i] = x[i] * 0.5 + i;
      if (x[i] > 100.0)
        leaving.push_back(x[i]);
    }
    send(leaving, rank ^ 1);
  }
  MPI_Finalize();
  return 0;
}
