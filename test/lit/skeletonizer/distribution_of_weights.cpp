// A distribution, and what seeds a generator, are made of the numbers that iterators lead to: these stay where what is
// drawn decides.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <random>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> weights(4), field(100);
  std::vector<unsigned> seeds(3);
  for (int i = 0; i < 4; ++i)
    // CHECK: weights[i] = i + argc;
    weights[i] = i + argc;
  for (int i = 0; i < 3; ++i)
    // CHECK: seeds[i] = 7 * i;
    seeds[i] = 7 * i;
  // CHECK: std::seed_seq sequence(seeds.begin(), seeds.end());
  std::seed_seq sequence(seeds.begin(), seeds.end());
  std::mt19937 generator(sequence);
  // CHECK: auto draw = std::discrete_distribution<>(weights.begin(), weights.end());
  auto draw = std::discrete_distribution<>(weights.begin(), weights.end());
  // CHECK-NOT: field[i]
  for (int i = 0; i < 100; ++i)
    field[i] = argc;
  // CHECK: MPI_Send({{.*}}, draw(generator), MPI_DOUBLE,
  MPI_Send(field.data(), draw(generator), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
