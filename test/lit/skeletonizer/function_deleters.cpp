// What a smart pointer was given to delete its object with runs where the last pointer to it ends.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <memory>
#include <mpi.h>
static double x[1000];
static int given_back, closed;
static void giveBack(int *p) {
  // CHECK: given_back += *p;
  given_back += *p;
  delete p;
}
static void shut(double *p) {
  // CHECK: ++closed;
  ++closed;
  delete p;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    // CHECK: std::unique_ptr<int, void (*)(int *)> own(new int(argc), giveBack);
    std::unique_ptr<int, void (*)(int *)> own(new int(argc), giveBack);
  }
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, given_back,
  MPI_Bcast(x, given_back, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  {
    // CHECK: std::shared_ptr<double> shared(new double(1), shut);
    // CHECK-NEXT: std::shared_ptr<double> other = shared;
    // CHECK-NEXT: shared = nullptr;
    std::shared_ptr<double> shared(new double(1), shut);
    std::shared_ptr<double> other = shared;
    shared = nullptr;
    MPI_Bcast(x, closed, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Bcast(x, closed, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
