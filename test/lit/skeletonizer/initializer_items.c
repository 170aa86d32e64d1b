// The same in C, with compound literals, arrays of records and values that are set by name.
// RUN: %skeleton %s | FileCheck %s
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
struct particle {
  int id;
  double x[2], mass;
  bool moves;
};
static struct particle make(int id, double mass) {
  // CHECK: return (struct particle){.id = id, .mass = 0.0};
  return (struct particle){.id = id, .mass = mass};
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double m = exp(argc);
  // An array is not told apart by its elements.
  // CHECK: struct particle pair[2] = {{[{][{]}}argc, {m, 2 * m}, 0.0, 0}, {.mass = 0.0, .id = argc + 1}};
  struct particle pair[2] = {{argc, {m, 2 * m}, m, m > 3}, {.mass = m, .id = argc + 1}};
  struct particle third;
  // CHECK: third = (struct particle){argc + 2, {m, m}, 0.0, true};
  third = (struct particle){argc + 2, {m, m}, m, true};
  struct particle last = make(argc, m);
  MPI_Send(NULL, 0, MPI_DOUBLE, 0, pair[0].id + pair[1].id + third.id + last.id, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
