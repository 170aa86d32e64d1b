// Private fields that the skeleton never reads are marked as such, before the values that they start with.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
class Counter {
public:
  void add(double x) {
    MPI_Barrier(MPI_COMM_WORLD);
    sum_ += x;
    squares_[1] += x * x;
    low_ = low_ + 1;
    if (last_)
      last_(x);
    name_ += x;
  }
  int count() const { return count_; }

private:
  // CHECK: double sum_ __attribute__((unused)) = 0;
  double sum_ = 0;
  // CHECK: double squares_[2] __attribute__((unused)) = {0, 0};
  double squares_[2] = {0, 0};
  // CHECK: unsigned low_ : 3 __attribute__((unused));
  unsigned low_ : 3;
  // CHECK: void (*last_)(double) __attribute__((unused)) = nullptr;
  void (*last_)(double) = nullptr;
  // CHECK: float name_ __attribute__((unused)){1};
  float name_{1};
  // CHECK: int count_ = 3;
  int count_ = 3;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Counter counter;
  for (int i = 0; i < 100; i++)
    counter.add(i);
  MPI_Send(nullptr, counter.count(), MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
