// What a library function copies with the record that holds it has elements.
// RUN: %skeleton %s | FileCheck %s
#include <memory>
#include <mpi.h>
#include <vector>
struct Shared {
  int n;
  std::vector<double> w;
};
struct Listed {
  int n;
  std::vector<double> w;
};
struct Nested {
  int n;
  std::vector<double> w;
};
struct Alone {
  int n;
  std::vector<double> w;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: Shared shared{argc, std::vector<double>(10)};
  Shared shared{argc, std::vector<double>(10)};
  // CHECK: Listed listed{argc, std::vector<double>(11)};
  Listed listed{argc, std::vector<double>(11)};
  // CHECK: Alone alone{0, std::vector<double>(maquette_phantom_elements(12))};
  Alone alone{argc, std::vector<double>(12)};
  // CHECK: Nested nested{0, std::vector<double>(13)};
  Nested nested{argc, std::vector<double>(13)};
  std::shared_ptr<Shared> copy = std::make_shared<Shared>(shared);
  std::vector<Listed> list;
  list.push_back(listed);
  std::vector<Nested> nest;
  nest.push_back(std::move(nested));
  std::vector<Nested> second = nest;
  MPI_Send(alone.w.data(),
           copy->n + static_cast<int>(copy->w.size()) + list[0].n + static_cast<int>(second[0].w.size()) +
               static_cast<int>(alone.w.size()),
           MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
