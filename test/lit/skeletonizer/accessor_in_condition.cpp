// A loop that ends by time or by count, both behind accessors: the time is predicted, the count is counted, so that
// another limit than the profile's holds.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
class Domain {
public:
  double &time() { return time_; }
  int &cycle() { return cycle_; }
  double field[1000];

private:
  double time_ = 0.0;
  int cycle_ = 0;
};
int main(int argc, char **argv) {
  Domain domain;
  int limit = argc * 10;
  MPI_Init(&argc, &argv);
  // CHECK: while (maquette_predict_branch("main#{{[0-9a-f]+}}", 0) && domain.cycle() < limit) {
  while (domain.time() < 100.0 && domain.cycle() < limit) {
    double least = 1e9, dt;
    // CHECK-NEXT: maquette_compute(
    for (int i = 0; i < 1000; ++i) {
      domain.field[i] = domain.field[(i * 7 + 1) % 1000] * 0.5 + 1.0;
      least = domain.field[i] < least ? domain.field[i] : least;
    }
    MPI_Allreduce(&least, &dt, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    domain.time() += dt;
    // CHECK: ++domain.cycle();
    ++domain.cycle();
  }
  MPI_Finalize();
  return 0;
}
