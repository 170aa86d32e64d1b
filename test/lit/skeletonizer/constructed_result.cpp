// A result that is constructed and not needed: only its constructor runs. Type(name); would declare another variable.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[10];
struct Sent {
  int peer = 0;
  double sum = 0;
  Sent() = default;
  explicit Sent(const int &count) {
    MPI_Send(x, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
      sum += x[i];
  }
};
// CHECK: static Sent sendSome(const int &count) {
// CHECK-NEXT: (void)Sent(count);
// CHECK-NEXT: return
static Sent sendSome(const int &count) {
  return Sent(count);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  sendSome(argc);
  MPI_Finalize();
  return 0;
}
