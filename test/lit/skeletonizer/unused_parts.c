// RUN: %skeleton --whole %s | FileCheck %s
// Pointers that are null wherever they have a value lead nowhere: a part of the program that is not used does not
// connect what others hold. What comes from outside may be anything.
#include <mpi.h>
#include <stdlib.h>

struct register_ {
  int n;
  double *values, *on_device;
  int *sizes_on_device;
};

static double *device_allocate(int n) {
  if (n < 0)
    abort();
  return NULL;
}

static double *either(int which, double *one, double *other) { return which ? one : other; }

static void advance(double *values, int n, int step) {
  for (int i = 1; i < n; ++i)
    values[i] = values[i - 1] * 0.5 + step;
}

static void count(double *values, int *sizes, int n) {
  for (int i = 0; i < n; ++i)
    sizes[i] = values[i] > 0.5;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct register_ r;
  r.n = 1000;
  r.values = calloc(1000, sizeof *r.values);
  r.on_device = device_allocate(1000);
  r.sizes_on_device = NULL;
  int *counts = NULL;
  double data[16] = {0};
  int total = 4;
  for (int step = 0; step < 4; ++step) {
    advance(either(argc < 100, r.values, r.on_device), r.n, step);
    if (argc > 100)
      count(r.on_device, r.sizes_on_device, r.n);
    if (counts != NULL)
      total += counts[step];
    MPI_Bcast(data, total, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: int main(
// CHECK: for (int step = 0; step < 4; ++step) {
// CHECK-NOT: advance(
// CHECK-NOT: count(
// CHECK: total += counts[step];
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, total
