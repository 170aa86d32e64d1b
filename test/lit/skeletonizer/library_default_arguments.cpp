// A default argument of the standard library's is one expression for all calls, an allocator here: it ties none of them to another. What an
// any holds is read, not changed.
// RUN: %skeleton %s | FileCheck %s
#include <any>
#include <cmath>
#include <map>
#include <mpi.h>
#include <optional>
#include <string>
struct Results {
  std::map<std::string, double> last;
  std::optional<double> of(const std::string &name) const {
    const auto found = last.find(name);
    return found == last.end() ? std::nullopt : std::optional<double>(found->second);
  }
};
static int lengthOf(const std::string &name) { return static_cast<int>(name.size()); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::any steps = argc + 3, shift = 0.5;
  Results results;
  double heat = 1;
  // CHECK: i < std::any_cast<int>(steps)
  for (int i = 0; i < std::any_cast<int>(steps); ++i) {
    // CHECK-NOT: std::exp
    heat += std::exp(heat * i);
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, lengthOf("energy")
    MPI_Bcast(&heat, lengthOf("energy"), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    results.last["energy"] = heat;
  }
  // CHECK-NOT: results.of
  if (const auto energy = results.of("energy"))
    heat = *energy + std::any_cast<double>(shift) + std::any_cast<int>(steps);
  MPI_Send(&heat, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
