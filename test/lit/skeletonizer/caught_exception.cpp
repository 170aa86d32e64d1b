// An exception that the program catches decides about what follows, in all functions between the throw and the handler.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
#include <stdexcept>
#include <vector>
static double x[1000];
static int sent;
// CHECK-LABEL: void check(
static void check(const std::vector<int> &values) {
  int sum = 0;
  for (int value : values)
    sum += value;
  // CHECK: if (sum % 7 == 1)
  // CHECK-NEXT: throw
  if (sum % 7 == 1)
    throw std::runtime_error("odd");
}
// CHECK-LABEL: void between(
static void between(const std::vector<int> &values) {
  // CHECK: check(values);
  // CHECK-NEXT: sent = 3;
  check(values);
  sent = 3;
}
// A handler that ends the program says nothing of what follows.
// CHECK-NOT: fails(
static void fails(const std::vector<int> &values) {
  double sum = 0;
  for (int value : values)
    for (int k = 0; k < 1000; k++)
      sum += value * k;
  if (sum < 0)
    throw std::runtime_error("negative");
  x[0] = sum;
}
// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> values(argc * 100, argc);
  for (int step = 0; step < 100; step++) {
    for (int &value : values)
      value = value * 3 + 1;
    int n = 4;
    // CHECK: try {
    // CHECK-NEXT: check(values);
    // CHECK-NEXT: n = 8;
    try {
      check(values);
      n = 8;
    } catch (const std::exception &) {
      n = 9;
    }
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    // CHECK: try {
    // CHECK-NEXT: between(values);
    try {
      between(values);
    } catch (const std::exception &) {
    }
    MPI_Bcast(x, sent, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    int found = 0;
    // CHECK: try {
    // CHECK-NEXT: {{(\(void\))?}}values.at(n * step);
    // CHECK-NEXT: found = 1;
    try {
      x[1] = values.at(n * step);
      found = 1;
    } catch (const std::out_of_range &) {
      found = 2;
    }
    MPI_Bcast(x, found, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  try {
    fails(values);
    MPI_Barrier(MPI_COMM_WORLD);
  } catch (const std::exception &) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
