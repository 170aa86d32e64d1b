// A member of an object that a function gets by reference tells what a region costs only if calls still pass the
// object.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Info {
  int rank, size;
};
static double sums[1000];
static void report(Info &info, int n) {
  MPI_Reduce(sums, sums, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  // CHECK: maquette_compute("report#{{[0-9a-f]*}}", 1, (double)n);
  if (info.rank == 0)
    for (int i = 0; i < n; ++i)
      sums[i] /= 2;
}
static void share(Info &info, int n) {
  if (info.size > 2)
    MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: maquette_compute("share#{{[0-9a-f]*}}", 2, (info.rank == 0) ? (double)n : 0.0, (double)n);
  if (info.rank == 0)
    for (int i = 0; i < n; ++i)
      sums[i] /= 3;
  for (int i = 0; i < n; ++i)
    sums[i] += 1;
}
int main(int argc, char **argv) {
  Info info;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &info.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &info.size);
  if (info.rank == 0)
    MPI_Send(sums, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  // CHECK: report(maquette_phantom_reference<Info>(), argc);
  report(info, argc);
  // CHECK: share(info, argc);
  share(info, argc);
  MPI_Finalize();
}
