// What containers and smart pointers hold ends with them, or where they say so; a deleter is called then.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <memory>
#include <mpi.h>
#include <optional>
#include <vector>
static double at[4];
struct Last {
  int root;
  explicit Last(int r) : root(r) {}
  Last(const Last &other) : root(other.root) {}
  ~Last() { MPI_Bcast(at, 4, MPI_DOUBLE, root, MPI_COMM_WORLD); }
};
struct Any {
  virtual ~Any() = default;
};
struct Derived : Any {
  ~Derived() override { MPI_Barrier(MPI_COMM_WORLD); }
};
struct Deleter {
  // CHECK: { MPI_Barrier(MPI_COMM_WORLD); maquette_phantom_free(number); }
  void operator()(int *number) const { MPI_Barrier(MPI_COMM_WORLD); delete number; }
};
// CHECK-LABEL: void ends(
void ends(int i) {
  // CHECK: std::vector<Last> several;
  // CHECK-NEXT: several.reserve(4);
  // CHECK-NEXT: several.emplace_back(i);
  // CHECK-NEXT: several.pop_back();
  // CHECK-NEXT: auto one = std::make_unique<Last>(i);
  // CHECK-NEXT: one.reset();
  // CHECK-NEXT: std::optional<Last> none;
  // CHECK-NEXT: none.emplace(i + 1);
  // CHECK-NEXT: std::unique_ptr<Any> any(new Derived);
  // CHECK-NEXT: std::unique_ptr<int, Deleter> number(new int(i));
  std::vector<Last> several;
  several.reserve(4);
  several.emplace_back(i);
  several.pop_back();
  auto one = std::make_unique<Last>(i);
  one.reset();
  std::optional<Last> none;
  none.emplace(i + 1);
  std::unique_ptr<Any> any(new Derived);
  std::unique_ptr<int, Deleter> number(new int(i));
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 4; ++i)
    ends(i);
  MPI_Finalize();
  return 0;
}
