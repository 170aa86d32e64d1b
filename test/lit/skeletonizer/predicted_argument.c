// A count that depends on the computation is predicted where it is sent.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
// RUN: %skeleton --tree report %s | FileCheck %s --check-prefix=REPORT
#include <mpi.h>
static double x[1000], out[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 100; step++) {
    int leaving = 0;
    for (int i = 0; i < 1000; i++) {
      x[i] = x[i] * 1.5 + 0.25;
      if (x[i] > 1.0)
        out[leaving++] = x[i];
    }
    // CHECK: maquette_predict_integer("main
    // PROFILED: maquette_observe_integer("main
    // REPORT: "predicted_values": 1
    MPI_Send(out, leaving, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
