// What a member of the standard library is given by pointer or iterator it may write.
// RUN: %skeleton %s | FileCheck %s
#include <cstdint>
#include <fstream>
#include <mpi.h>
#include <random>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<std::uint32_t> seeds(1);
  // CHECK: std::seed_seq sequence({argc});
  std::seed_seq sequence({argc});
  // CHECK: sequence.generate(seeds.begin(), seeds.end());
  sequence.generate(seeds.begin(), seeds.end());
  int count = 0;
  // CHECK: std::ifstream file(argv[1]);
  std::ifstream file(argv[1]);
  // CHECK: file.read(reinterpret_cast<char *>(&count), sizeof count);
  file.read(reinterpret_cast<char *>(&count), sizeof count);
  char letter = 0;
  // CHECK: file.get(letter);
  file.get(letter);
  MPI_Send(nullptr, count, MPI_INT, static_cast<int>(seeds[0]), letter, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
