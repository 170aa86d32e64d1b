// What is declared in a statement's head stays with it; the body is edited like any other.
// RUN: %skeleton --std=c++20 %s | FileCheck %s
#include <map>
#include <mpi.h>
#include <vector>
static double x[1000];
static int left(int *counter) { return --*counter; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: if (int n = argc + 1; n > 1) {
  // CHECK-NEXT: maquette_compute("main#
  // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, n,
  if (int n = argc + 1; n > 1) {
    for (int i = 0; i < 1000; i++)
      x[i] += n;
    MPI_Send(x, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  std::map<int, int> peers;
  peers[argc] = 0;
  // CHECK: if (auto found = peers.find(1); found != peers.end()) {
  // CHECK-NEXT: maquette_compute("main#
  // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, 5, MPI_DOUBLE, found->second,
  if (auto found = peers.find(1); found != peers.end()) {
    for (int i = 0; i < 1000; i++)
      x[i] *= 2;
    MPI_Send(x, 5, MPI_DOUBLE, found->second, 0, MPI_COMM_WORLD);
  }
  // CHECK: int rounds = 3 + argc;
  int rounds = 3 + argc;
  // CHECK: while (int n = left(&rounds)) {
  // CHECK-NEXT: maquette_compute("main#
  while (int n = left(&rounds)) {
    for (int i = 0; i < 1000; i++)
      x[i] *= 2;
    MPI_Send(x, n, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  }
  // CHECK: if (int unused = argc; rounds == 0) { (void)unused;
  if (int unused = argc; rounds == 0) {
    x[unused] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  // CHECK: for (std::vector<int> many(argc + 2, 1); int n : many) {
  // CHECK-NEXT: maquette_compute("main#
  for (std::vector<int> many(argc + 2, 1); int n : many) {
    for (int i = 0; i < 1000; i++)
      x[i] *= 3;
    MPI_Send(x, n, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
  }
  // CHECK: switch (int kind = argc % 3; kind) {
  switch (int kind = argc % 3; kind) {
  case 1:
    // CHECK: maquette_compute("main#
    for (int i = 0; i < 1000; i++)
      x[i] *= 4;
    MPI_Send(x, kind, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
