// The step of a rank is in the field for a moment only: the time loop gets one of all ranks, which is
// predicted. What one rank computes for it goes.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
struct Mesh {
  double dt;
  double *cells;
  int count;
};
static double limit;
static void newStep(struct Mesh *mesh) {
  double mine, all, largest = 0;
  // CHECK-NOT: mesh->cells[i] > largest
  for (int i = 0; i < mesh->count; ++i)
    if (mesh->cells[i] > largest)
      largest = mesh->cells[i];
  // CHECK-NOT: mesh->dt = 0.3
  mesh->dt = 0.3 / largest;
  mine = mesh->dt;
  // CHECK: MPI_Allreduce({{.*}}, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  // CHECK: mesh->dt = maquette_predict
  mesh->dt = all;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct Mesh mesh = {0, NULL, 100000};
  limit = atof(argv[1]);
  mesh.cells = calloc(mesh.count, sizeof(double));
  newStep(&mesh);
  for (int step = 0; step < 100; ++step) {
    // CHECK-NOT: mesh.cells[i] =
    for (int i = 1; i < mesh.count; ++i)
      mesh.cells[i] = mesh.cells[i - 1] + mesh.dt;
    for (int part = 1; part < 8; ++part)
      if (mesh.dt > limit * part / 8)
        MPI_Barrier(MPI_COMM_WORLD);
    newStep(&mesh);
  }
  MPI_Finalize();
  return 0;
}
