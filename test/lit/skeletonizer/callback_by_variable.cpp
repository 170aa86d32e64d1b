// The library calls a function that it is given by a variable, or a lambda as a pointer: what these read is there.
// RUN: %skeleton %s | FileCheck %s
#include <cstdlib>
#include <mpi.h>
static double by_name[16], by_variable[16], by_lambda[16], unread[16];
static int named(const void *a, const void *b) { return by_name[*(const int *)a] < by_name[*(const int *)b] ? -1 : 1; }
static int passed(const void *a, const void *b) {
  return by_variable[*(const int *)a] < by_variable[*(const int *)b] ? -1 : 1;
}
static void order(int *v, int n, int (*compare)(const void *, const void *)) { qsort(v, n, sizeof *v, compare); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int u[16], v[16], w[16];
  for (int i = 0; i < 16; i++) {
    u[i] = v[i] = w[i] = i;
    // CHECK: by_name[i] =
    by_name[i] = i * 7 % 5;
    // CHECK: by_variable[i] =
    by_variable[i] = i * 3 % 5;
    // CHECK: by_lambda[i] =
    by_lambda[i] = i * 11 % 5;
    // CHECK-NOT: unread[i] =
    unread[i] = i;
  }
  qsort(u, 16, sizeof *u, named);
  // CHECK: order(v, 16, passed);
  order(v, 16, passed);
  // CHECK: qsort(w, 16, sizeof *w, +[](const void
  qsort(w, 16, sizeof *w, +[](const void *a, const void *b) {
    return by_lambda[*(const int *)a] < by_lambda[*(const int *)b] ? -1 : 1;
  });
  MPI_Send(unread, u[3] + v[3] + w[3], MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
