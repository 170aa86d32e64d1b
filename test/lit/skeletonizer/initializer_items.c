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
union number {
  double real;
  int whole;
};
static union number whole(int n) {
  // The field that is named is made, not the first one.
  // CHECK: return (union number){.whole = n % 9};
  return (union number){.whole = n % 9};
}
struct packed {
  int kind;
  int : 8; // No item is for it.
  double weight;
  int id;
};
static struct packed packed(int n, double weight) {
  // CHECK: return (struct packed){0, 0.0, n % 11};
  return (struct packed){n % 10, weight, n % 11};
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
  const int tag = pair[0].id + pair[1].id + third.id + last.id + whole(argc).whole + packed(argc, m).id;
  MPI_Send(NULL, 0, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
