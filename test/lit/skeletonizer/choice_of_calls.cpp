// RUN: %skeleton --whole %s | FileCheck %s
// Of a choice only the calls that communicate stay, each where it is chosen.
#include <mpi.h>

static double field[1000];

static double sumOf(int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += field[i];
  return sum;
}

static double total(int n) {
  double sum = sumOf(n), all = 0;
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static int mask(int bit) {
  int one = 1;
  return one << bit;
}

static int flipped(int number, int bit) {
  int other = mask(bit);
  return number ^ other;
}

static double either(bool everywhere, int n) { return everywhere ? total(n) : sumOf(n); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double result = 0;
  bool good = false;
  for (int step = 0; step < 4; ++step) {
    for (int i = 0; i < 1000; ++i)
      field[flipped(i, 2) % 1000] += step;
    result += argc > 1 ? sumOf(step) : total(1000) * 2;
    good = argc < 5 && total(500) > result;
    double one = (argc > 3 || total(20) > 3) ? sumOf(3) : sumOf(4);
    result += one + either(argc < 4, 100);
    MPI_Bcast(field, 10, MPI_DOUBLE, flipped(step, 0), MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return good && result < 0;
}

// CHECK: static double either(bool everywhere, int n) {
// CHECK: (everywhere) ? (void)(total(n)) : (void)0;
// CHECK: int main(
// CHECK: for (int step = 0; step < 4; ++step) {
// CHECK-NOT: field[flipped(i, 2)
// CHECK: (argc > 1) ? (void)0 : (void)(total(
// CHECK: (argc < 5) ? (void)(total(
// CHECK: (argc > 3) ? (void)0 : (void)(total(
// CHECK: either(argc < 4,
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, 10, MPI_DOUBLE, flipped(step, 0)
