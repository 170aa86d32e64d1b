// Opening a file sets errno, and says nothing of what is read from another one.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char line[80];
  int n = 0;
  FILE *in = fopen("input", "r");
  // CHECK: fgets(line, 80, in)
  if (in && fgets(line, 80, in))
    sscanf(line, "%d", &n);
  for (int i = 0; i < 1000; i++)
    x[i] = i * n;
  // CHECK-NOT: fopen("output"
  FILE *out = x[argc] > 1e9 ? fopen("output", "w") : stdout;
  fprintf(out, "%g\n", x[argc]);
  MPI_Send(x, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
