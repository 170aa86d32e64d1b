// Virtual functions that communicate stay behind their base.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[10];
struct Step {
  virtual ~Step() = default;
  virtual void run(int n) = 0;
};
struct Compute : Step {
  // CHECK: struct Compute : Step {
  void run(int n) override { x[n % 10] += 1.0; }
};
struct Send : Step {
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, n,
  void run(int n) override { MPI_Send(x, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Compute compute;
  Send send;
  // CHECK: Step *steps[] = {&compute, &send};
  Step *steps[] = {&compute, &send};
  // CHECK: steps[i]->run(argc);
  for (int i = 0; i < 2; ++i)
    steps[i]->run(argc);
  MPI_Finalize();
  return 0;
}
