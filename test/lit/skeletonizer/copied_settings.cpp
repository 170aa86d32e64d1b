// RUN: %skeleton --whole --exact %s | FileCheck %s
// A record with a text is assigned by an operator= that the compiler writes: its numbers come along.
#include <cstdlib>
#include <mpi.h>
#include <string>
#include <utility>

struct Settings {
  double factor;
  int *table;
  std::string name;
};

struct Outer {
  int size;
  Settings settings;
};

template <class T> class Solver {
public:
  explicit Solver(const Settings &settings) { settings_ = settings; }
  int size() const { return static_cast<int>(4 * settings_.factor); }

private:
  Settings settings_;
};

static double unused[1000];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[64] = {0};
  Settings given, copy, moved, other;
  given.factor = std::atof(argv[1]);
  given.table = &argc;
  other.name = "other";
  unused[1] = unused[0] + argc;
  copy = given;
  moved = std::move(copy);
  Solver<int> solver(given);
  Outer one{1, given}, two;
  two = one;
  MPI_Bcast(data, static_cast<int>(moved.factor), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, solver.size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, static_cast<int>(two.settings.factor), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, *moved.table, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

// CHECK: explicit Solver(const Settings &settings) { settings_ = settings; }
// CHECK: int main(
// CHECK: given.factor = std::atof(argv[1]);
// CHECK-NEXT: given.table = &argc;
// CHECK-NOT: unused[1] =
// CHECK: copy = given;
// CHECK-NEXT: moved = std::move(copy);
// CHECK-NEXT: Solver<int> solver(given);
// CHECK-NEXT: Outer one{1, given}, two;
// CHECK-NEXT: two = one;
// CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(moved.factor)
