// Where an object of a known class ends, or a base in it, only that class's destructor runs, virtual or not; behind a
// pointer any derived one may.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double sums[100];
struct Part {
  virtual ~Part() { sums[0] += 1.0; }
};
struct Teller : Part {
  int count;
  explicit Teller(int n) : count(n) {}
  // CHECK: ~Teller() override { MPI_Send(MAQUETTE_PHANTOM, count,
  ~Teller() override { MPI_Send(sums, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }
};
struct Quiet : Part {
  double held = 0;
  ~Quiet() override { sums[1] += held; }
};
// CHECK-NOT: Quiet quiet
static void compute(int n) {
  for (int i = 0; i < n; ++i) {
    Quiet quiet;
    quiet.held = i;
    sums[i % 100] += quiet.held;
  }
}
// CHECK-LABEL: int main
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: maquette_compute("main
  compute(argc);
  // CHECK: Part *part = new Teller(argc + 1);
  Part *part = new Teller(argc + 1);
  // CHECK: delete part;
  delete part;
  MPI_Finalize();
  return 0;
}
