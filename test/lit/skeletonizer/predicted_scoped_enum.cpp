// A scoped enumeration becomes a number, and a number one, only by a cast.
// RUN: %skeleton --option=-Wno-unknown-pragmas %s | FileCheck %s
// RUN: %skeleton --option=-Wno-unknown-pragmas --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
enum class Phase : unsigned char { Smooth, Restrict, Done };
static double data[1 << 20];
static Phase next(double norm) { return norm < 1e-3 ? Phase::Done : Phase::Smooth; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (Phase phase = Phase::Smooth; phase != Phase::Done;) {
    double norm = 0;
    for (int i = 1; i < 1 << 20; ++i)
      norm += data[i] += 0.5 * data[i - 1];
    MPI_Barrier(MPI_COMM_WORLD);
// CHECK: phase = (Phase)maquette_predict_integer("main#{{[0-9a-f]+}}", 0);
// PROFILED: phase = (Phase)maquette_observe_integer("main#{{[0-9a-f]+}}", (long long)(Phase)(next(norm)), 0);
#pragma maquette predict
    phase = next(norm);
    switch (phase) {
    case Phase::Restrict:
      MPI_Barrier(MPI_COMM_WORLD);
      break;
    default:
      break;
    }
  }
  MPI_Finalize();
  return 0;
}
