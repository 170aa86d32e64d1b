// What is written through views, slices and tuples of references goes to what they are made of.
// RUN: %skeleton --std=c++20 --exact %s | FileCheck %s
#include <mpi.h>
#include <ranges>
#include <span>
#include <tuple>
#include <valarray>
#include <vector>
static double x[1000];
static void fill(std::span<int> part, int k) {
  for (int &item : part)
    item = k;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int counts[8] = {};
  // CHECK: fill(std::span(counts).subspan(2, 4).last(1), argc);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, counts[5],
  fill(std::span(counts).subspan(2, 4).last(1), argc);
  MPI_Bcast(x, counts[5], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::vector<int> sizes(4, argc);
  auto last = sizes | std::views::reverse | std::views::take(2);
  // CHECK: for (int &size : last)
  // CHECK: size += 3;
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, sizes[3],
  for (int &size : last)
    size += 3;
  MPI_Bcast(x, sizes[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::valarray<int> values(argc, 8);
  // CHECK: values[std::slice(0, 2, 2)] = 9;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, values[2],
  values[std::slice(0, 2, 2)] = 9;
  MPI_Bcast(x, values[2], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int a = 1, b = 2;
  auto both = std::forward_as_tuple(a, b);
  // CHECK: std::get<1>(both) = argc;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, b,
  std::get<1>(both) = argc;
  MPI_Bcast(x, b, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
