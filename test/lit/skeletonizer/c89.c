/* C89: declarations stay before statements.
   RUN: %skeleton --std=c89 %s | FileCheck %s
   CHECK-LABEL: static int send(
   CHECK-NEXT: (void)to; maquette_compute("send#{{[0-9a-f]+}}", 1, (double)n);
   CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, n,
*/
#include <mpi.h>
static double x[10];
static int send(double *to, int n) {
  int i;
  double sum = 0.0;
  for (i = 0; i < n; i++)
    sum += to[i % 10];
  MPI_Send(to, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  return sum > 1.0;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  send(x, argc);
  MPI_Finalize();
  return 0;
}
