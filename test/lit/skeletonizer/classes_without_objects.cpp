// RUN: %skeleton --whole %s | FileCheck %s
// A virtual call runs no function of a class of which the program makes no object, and a call by the class's name only
// that class's.
#include <functional>
#include <memory>
#include <mpi.h>
#include <vector>

#define MAGNETIC 0

static double fluid[1000];
static double magnetic[1000];

struct Variable {
  virtual ~Variable() = default;
  virtual int size() const { return 8; }
  virtual void advance(double by) = 0;
};

struct Hydro : Variable {
  int size() const override { return Variable::size() + 1; }
  void advance(double by) override {
    for (double &one : fluid)
      one = one * by + 1;
  }
};

struct Field : Variable {
  int size() const override {
    int n = 0;
    for (double one : magnetic)
      n += one > 0.5;
    return n;
  }
  void advance(double by) override {
    for (int i = 0; i < 1000; ++i)
      magnetic[i] = magnetic[i] * by + fluid[i];
  }
};

// Made by the standard library.
struct Scalar : Variable {
  int size() const override { return 3; }
  void advance(double by) override { fluid[0] += by; }
};

struct Block {
  Field field;
};

struct Array {
  double operator()(int i) const { return fluid[i]; }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<std::unique_ptr<Variable>> variables;
  variables.emplace_back(new Hydro);
  variables.push_back(std::make_unique<Scalar>());
  Block *block = nullptr;
  if (MAGNETIC)
    block = new Block;
  if (MAGNETIC)
    variables.push_back(std::make_unique<Field>());
  Array array;
  std::vector<std::reference_wrapper<Array>> arrays;
  arrays.push_back(array);
  int total = static_cast<int>(arrays.size());
  for (int step = 0; step < 10; ++step) {
    for (auto &one : variables) {
      one->advance(0.5);
      total += one->size();
    }
    if (block)
      total += block->field.size();
  }
  std::vector<double> data(static_cast<std::size_t>(total));
  MPI_Bcast(data.data(), total, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: int main(
// CHECK-NOT: advance
// CHECK: for (auto &one : variables) {
// CHECK-NEXT: maquette_compute(
// CHECK-NEXT: total += one->size();
