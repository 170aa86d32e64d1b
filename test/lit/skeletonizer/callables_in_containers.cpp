// A container that is given a callable keeps it: what the callable computes matters where the program calls it.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <functional>
#include <map>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>
struct Patch {
  std::vector<double> values;
  int count = 0;
  double norm() const {
    double sum = 0;
    for (double value : values)
      sum += std::exp(value);
    return std::sqrt(sum);
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Patch patch;
  patch.values.resize(100 * argc);
  using Measure = double (Patch::*)() const;
  const std::map<std::string, Measure> measures{{"norm", &Patch::norm}};
  std::vector<std::pair<std::string, std::function<double()>>> monitors;
  std::vector<std::function<int(int)>> rules;
  double heat = 1;
  // CHECK: monitors.emplace_back(
  monitors.emplace_back("heat", [&heat] {
    heat = std::log(heat + 2);
    return heat;
  });
  // CHECK: rules.push_back(
  rules.push_back([&patch](int n) {
    // CHECK: patch.count += n;
    patch.count += n;
    // CHECK: return 3 * n;
    return 3 * n;
  });
  // CHECK: for (const auto &[name, measure] : measures) { (void)name;
  // CHECK-NEXT: maquette_compute(
  for (const auto &[name, measure] : measures) {
    double mine = (patch.*measure)(), all;
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  // CHECK: for (auto &[name, monitor] : monitors) {
  for (auto &[name, monitor] : monitors) {
    double mine = monitor();
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(name.size())
    MPI_Bcast(&mine, static_cast<int>(name.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  int tag = 0;
  for (auto &rule : rules)
    // CHECK: tag += rule(argc);
    tag += rule(argc);
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, tag + patch.count, MPI_COMM_WORLD);
  MPI_Finalize();
}
