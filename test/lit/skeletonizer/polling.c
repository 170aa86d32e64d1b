// A polling loop keeps its shape: whether a message is there decides, and the work between two looks is a region.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int arrived = 0, count;
  MPI_Status status;
  // CHECK: while (!arrived) {
  while (!arrived) {
    // CHECK-NEXT: maquette_compute("main#
    for (int i = 0; i < 1000; i++)
      x[i] *= 0.5;
    // CHECK-NEXT: MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
  }
  // CHECK: MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  // CHECK: MPI_Recv(MAQUETTE_PHANTOM, count, MPI_DOUBLE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, ((MPI_Status *)0));
  MPI_Recv(x, count, MPI_DOUBLE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, ((MPI_Status *)0));
  MPI_Finalize();
  return 0;
}
