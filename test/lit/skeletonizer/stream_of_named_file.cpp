// A stream does not hold on to the name of its file: what is printed to it is no part of the options the name is one
// of.
// RUN: %skeleton %s | FileCheck %s
#include <fstream>
#include <iostream>
#include <mpi.h>
#include <string>
struct Options {
  std::string output = "log";
  int count = 3;
};
static double sum(int n) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        total += 1.0 / (1 + i * j + k);
  return total;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Options options;
  options.output = argv[1];
  options.count = argc;
  std::ofstream file(options.output);
  std::cout.rdbuf(file.rdbuf());
  // CHECK: maquette_compute("main#
  // CHECK-NOT: sum(
  std::cout << sum(1000) << std::endl;
  // CHECK: MPI_Send(nullptr, options.count + static_cast<int>(options.output.size()), MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Send(nullptr, options.count + static_cast<int>(options.output.size()), MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
