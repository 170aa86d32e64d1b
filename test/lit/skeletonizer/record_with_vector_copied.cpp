// Where a record is copied, all its vectors are: their elements are memory, whoever needs them.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
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
  Settings settings = read(argc);
  Model model(settings);
  Settings other;
  other = model.settings;
  MPI_Send(other.weights.data(), other.count + static_cast<int>(other.weights.size()), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
