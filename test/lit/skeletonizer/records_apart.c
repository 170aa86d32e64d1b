// RUN: %skeleton --whole %s | FileCheck %s
// Two vectors are two, as long as nothing copies one to the other as it is.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int n;
  int *data;
} Vector;

typedef struct { // copied by assignment
  int n;
  int *data;
} Copied;

typedef struct { // copied as bytes
  int n;
  int *data;
} Moved;

static Vector *create(int n) {
  Vector *v = malloc(sizeof *v);
  v->n = n;
  v->data = calloc((size_t)n, sizeof *v->data);
  return v;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static double field[1000];
  Vector *counts = create(4), *flags = create(1000);
  Copied first, second;
  Moved third, fourth;
  memset(&third, 0, sizeof third);
  first.n = 4;
  first.data = malloc(4 * sizeof *first.data);
  third.n = 4;
  third.data = malloc(4 * sizeof *third.data);
  second = first;
  memcpy(&fourth, &third, sizeof fourth);
  for (int i = 0; i < 4; ++i) {
    counts->data[i] = i + 1;
    first.data[i] = i + 2;
    third.data[i] = i + 3;
  }
  double data[16] = {0};
  for (int step = 0; step < 4; ++step) {
    for (int i = 1; i < flags->n; ++i) {
      field[i] = field[i - 1] * 0.5 + step;
      flags->data[i] = field[i] > 0.5;
    }
    MPI_Bcast(data, counts->data[step], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(data, second.data[step], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(data, fourth.data[step], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: int main(
// CHECK: second = first;
// CHECK: memcpy(&fourth, &third, sizeof fourth);
// CHECK: counts->data[i] = i + 1;
// CHECK: first.data[i] = i + 2;
// CHECK: third.data[i] = i + 3;
// CHECK: for (int step = 0; step < 4; ++step) {
// CHECK-NEXT: maquette_compute(
// CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, counts->data[step]
