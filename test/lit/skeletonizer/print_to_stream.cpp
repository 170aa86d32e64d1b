// What is printed goes with the computation it shows, whatever else goes to the same stream; what a string stream holds
// stays.
// RUN: %skeleton %s | FileCheck %s
#include <fstream>
#include <iostream>
#include <mpi.h>
#include <sstream>
#include <string>
static double x[1000];
static std::ofstream log_file;
static std::ostream &out = std::cout;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string name(argv[1]);
  log_file.open(name + ".log");
  std::ostringstream line;
  for (int step = 0; step < 20; ++step) {
    // CHECK-NOT: x[i] +=
    for (int i = 0; i < 1000; ++i)
      x[i] += 0.5 * i * step;
    // CHECK-NOT: x[1]
    log_file << "step " << step << ' ' << x[1] << std::endl;
    out << "sum " << x[2] << "\n";
    // CHECK: line << step
    line << step << ' ';
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(line.str().size()) + static_cast<int>(name.size()),
    MPI_Bcast(x, static_cast<int>(line.str().size()) + static_cast<int>(name.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  std::cout << "done" << std::endl;
  MPI_Finalize();
  return 0;
}
