// A std::function, and what a template is given, may hold one of MPI's own.
// RUN: %skeleton %s | FileCheck %s
#include <functional>
#include <mpi.h>
template <typename Call, typename... Given> void checked(Call call, Given... given) {
  // CHECK: if (call(given...) != 0)
  if (call(given...) != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: std::function<int(MPI_Comm)> wait = MPI_Barrier;
  std::function<int(MPI_Comm)> wait = MPI_Barrier;
  // CHECK: wait(MPI_COMM_WORLD);
  wait(MPI_COMM_WORLD);
  double sum = 0, mine = argc;
  // CHECK: checked(MPI_Allreduce,
  checked(MPI_Allreduce, (const void *)&mine, (void *)&sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
