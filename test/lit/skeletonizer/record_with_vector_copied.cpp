// Where a record is copied, all its vectors are: their elements are memory, whoever needs them.
// RUN: %skeleton %s | FileCheck %s
#include <array>
#include <mpi.h>
#include <vector>
struct History {
  int length = 0;
  std::array<std::vector<double>, 2> steps;
};
struct Settings {
  int count = 0;
  std::vector<double> weights;
};
struct Model {
  Settings settings;
  explicit Model(const Settings &settings) : settings(settings) {}
};
static Settings read(int n) {
  Settings settings;
  settings.count = n;
  // CHECK: settings.weights = std::vector<double>(n * 100);
  settings.weights = std::vector<double>(n * 100);
  return settings;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<History> histories(argc);
  // CHECK: histories[0].steps[1].resize(7);
  histories[0].steps[1].resize(7);
  std::vector<History> copied = histories;
  Settings settings = read(argc);
  Model model(settings);
  Settings other;
  other = model.settings;
  MPI_Send(other.weights.data(), other.count + static_cast<int>(other.weights.size() + copied[0].steps[1].size()),
           MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
