// Instantiations of one template for several lambdas or local classes of a function are functions of their own: what
// one is needed for, the others are not.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
template <class Body> void forAll(int n, Body &&body) {
  for (int i = 0; i < n; ++i)
    body(i);
}
template <class Task> struct Runner {
  Task task;
  void run(int n) { task.go(n); }
};
static int counts[16];
// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double *work = (double *)malloc(16 * sizeof(double));
  int *told = counts;
  // CHECK: forAll(12, [=](int i) { told[i] = argc + i; });
  // CHECK-NEXT: maquette_compute(
  // CHECK-NOT: work[i]
  forAll(12, [=](int i) { told[i] = argc + i; });
  forAll(12, [=](int i) { work[i] = 2.0 * i; });
  struct Tell {
    // CHECK: void go(int n) { counts[15] = n; }
    void go(int n) { counts[15] = n; }
  };
  struct Work {
    double *at;
    void go(int n) { at[n] = 3.0; }
  };
  // CHECK: tell.run(argc);
  // CHECK-NOT: worker.run(
  Runner<Tell> tell;
  tell.run(argc);
  Runner<Work> worker{{work}};
  worker.run(argc);
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, counts[15] + counts[3],
  MPI_Bcast(work, counts[15] + counts[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
