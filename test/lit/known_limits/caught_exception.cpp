// An exception that is costly to decide on is taken not to be thrown, also where the program catches it and goes on.
// XFAIL: *
// RUN: %skeleton --std=c++17 --exact %s > %t.out || true
// RUN: not FileCheck %s --check-prefix=NOW --input-file=%t.out || FileCheck %s --check-prefix=WANTED --input-file=%t.out
#include <mpi.h>
#include <stdexcept>
#include <vector>
static double x[1000];
static void check(const std::vector<int> &values) {
  int sum = 0;
  for (int value : values)
    sum += value;
  if (sum % 7 == 1)
    throw std::runtime_error("odd");
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> values(argc * 100, argc);
  for (int step = 0; step < 100; step++) {
    for (int &value : values)
      value = value * 3 + 1;
    int n = 4;
    // NOW-LABEL: try {
    // WANTED-LABEL: try {
    try {
      // NOW: maquette_compute("main#{{[0-9a-f]+}}", 0);
      // NOW-NEXT: n = 8;
      // WANTED: check(values);
      // WANTED-NEXT: n = 8;
      check(values);
      n = 8;
    } catch (const std::exception &) {
      n = 9;
    }
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
