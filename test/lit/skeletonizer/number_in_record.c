// A pointer to a number may point into a record: at its first field, or at one of many alike.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
struct pair {
  int key, peer;
};
struct vector {
  double x, y;
};
static int byFirst(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static double total(const double *numbers, int n) { return n > 0 ? numbers[n - 1] + total(numbers, n - 1) : 0.0; }
int main(int argc, char **argv) {
  struct pair pairs[4];
  struct vector v;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 4; i++) {
    // CHECK: pairs[i].key = argc * (i + 3) % 5;
    pairs[i].key = argc * (i + 3) % 5;
    pairs[i].peer = i;
  }
  // CHECK: qsort(pairs, 4, sizeof pairs[0], byFirst);
  qsort(pairs, 4, sizeof pairs[0], byFirst);
  // CHECK: v.y = 0.5 * argc;
  v.x = 1.0;
  v.y = 0.5 * argc;
  MPI_Send(argv, (int)total((double *)&v, 2), MPI_CHAR, pairs[2].peer, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
