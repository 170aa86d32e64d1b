// A size that comes from the program's arguments here and from a file there: what costs nothing is not predicted with
// what does.
// RUN: %skeleton %s | FileCheck %s
#include <cstdlib>
#include <fstream>
#include <mpi.h>
#include <vector>
static int rows;
static std::vector<double> field;
static void setUp(int count) {
  // CHECK: rows = count;
  rows = count;
  field.resize(count * 100);
}
static void readField(const char *name) {
  std::ifstream file(name);
  int count;
  file >> count;
  setUp(count);
  for (double &value : field)
    file >> value;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 2)
    readField(argv[2]);
  else
    setUp(std::atoi(argv[1]));
  for (int i = 0; i < 50; ++i) {
    for (double &value : field)
      value *= 0.5;
    MPI_Bcast(field.data(), rows, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
