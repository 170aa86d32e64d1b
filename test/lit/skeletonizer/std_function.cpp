// What std::function keeps runs where it is called: the call stays if any that may be kept communicates, and what they
// are kept in.
// RUN: %skeleton %s | FileCheck %s
#include <functional>
#include <mpi.h>
#include <vector>
struct Step {
  std::function<void(int)> run;
};
static double field[100];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<Step> steps;
  // CHECK: steps.push_back({[](int t) { (void)t;
  // CHECK-NEXT: maquette_compute("main#
  // CHECK-NOT: field[i] +=
  steps.push_back({[](int t) {
    for (int i = 0; i < 100; ++i)
      field[i] += t;
  }});
  // CHECK: steps.push_back({[](int t)
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, 100, MPI_DOUBLE, 0, t, MPI_COMM_WORLD);
  steps.push_back({[](int t) { MPI_Send(field, 100, MPI_DOUBLE, 0, t, MPI_COMM_WORLD); }});
  for (int t = 0; t < 3; ++t)
    for (Step &step : steps)
      // CHECK: step.run(t);
      step.run(t);
  std::function<double(double, double)> area = [](double a, double b) { return a * b; };
  // CHECK-NOT: area(
  field[0] = area(2, 3);
  MPI_Finalize();
  return 0;
}
