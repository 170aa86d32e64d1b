// Elements of a vector that is made where it is returned or passed are memory: who gets it may write them.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <mpi.h>
#include <utility>
#include <vector>

static std::vector<double> made(int n) {
  // CHECK: return std::vector<double>(n);
  return std::vector<double>(n);
}
static std::vector<double> chosen(int n) {
  // CHECK: return n > 3 ? std::vector<double>(n) : std::vector<double>(2 * n);
  return n > 3 ? std::vector<double>(n) : std::vector<double>(2 * n);
}
static int passed(std::vector<double> given) {
  // CHECK: given[1] = 2;
  given[1] = 2;
  return static_cast<int>(given[1]);
}
struct Field {
  std::vector<double> values;
  // CHECK: explicit Field(int n) : values(std::vector<double>(n)) {}
  explicit Field(int n) : values(std::vector<double>(n)) {}
};
struct Smooth {
  std::vector<double> values;
  // CHECK: explicit Smooth(int n) : values(std::vector<double>(maquette_phantom_elements(n))) {}
  explicit Smooth(int n) : values(std::vector<double>(n)) {}
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  auto one = made(argc + 4);
  // CHECK: one[2] = argc;
  one[2] = argc;
  auto two = chosen(argc + 4);
  // CHECK: two[3] = 2 * argc;
  two[3] = 2 * argc;
  // CHECK: const int three = passed(std::vector<double>(argc + 4));
  const int three = passed(std::vector<double>(argc + 4));
  Field four(argc + 4);
  // CHECK: four.values[0] = 3 * argc;
  four.values[0] = 3 * argc;
  Smooth five(argc + 4);
  // CHECK-NOT: std::sin
  for (double &value : five.values)
    value = std::sin(argc);
  const int tag = static_cast<int>(one[2] + two[3] + four.values[0]) + three + static_cast<int>(five.values.size());
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  MPI_Finalize();
}
