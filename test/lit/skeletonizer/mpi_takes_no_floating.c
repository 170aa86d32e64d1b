// What MPI takes as requests or counts are no floating values, whatever else the pointer may lead to.
// RUN: %skeleton %s | FileCheck %s
#include <math.h>
#include <mpi.h>
struct Size {
  double width;
  int counts[2];
};
int main(int argc, char **argv) {
  MPI_Request requests[2];
  struct Size own = {1.0, {4, 4}};
  double in[8], out[8] = {0};
  MPI_Init(&argc, &argv);
  void *any = argc > 3 ? (void *)requests : (void *)&own;
  struct Size *size = (struct Size *)any;
  for (int step = 0; step < 3; step++) {
    MPI_Irecv(in, 8, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 8, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &requests[1]);
    // CHECK: MPI_Isend
    // CHECK-NOT: sqrt
    for (int i = 0; i < 1000; i++)
      size->width += sqrt(size->width + i);
    // CHECK: MPI_Waitall(2, requests
    MPI_Waitall(2, requests, (MPI_Status *)0);
  }
  // CHECK: size->counts[1] = argc;
  size->counts[1] = argc;
  MPI_Alltoallv(out, size->counts, size->counts, MPI_DOUBLE, in, size->counts, size->counts, MPI_DOUBLE,
                MPI_COMM_WORLD);
  return MPI_Finalize();
}
