// std::invoke(), and what std::bind() makes, call a function of a class for an object that they were given. What it
// writes there is what others read from the object.
// RUN: %skeleton %s | FileCheck %s
#include <functional>
#include <mpi.h>
struct Counts {
  int *numbers;
  int size;
  explicit Counts(int n) : numbers(new int[n]), size(n) {
    for (int i = 0; i < n; ++i)
      numbers[i] = 0;
  }
  Counts(const Counts &) = delete;
  ~Counts() { delete[] numbers; }
  // CHECK: void fill(int first) {
  // CHECK: numbers[i] = first + i;
  void fill(int first) {
    for (int i = 0; i < size; ++i)
      numbers[i] = first + i;
  }
  // CHECK: void twice() {
  // CHECK: numbers[i] *= 2;
  void twice() {
    for (int i = 0; i < size; ++i)
      numbers[i] *= 2;
  }
};
static double data[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Counts counts(4);
  std::invoke(&Counts::fill, counts, rank);
  auto doubled = std::bind(&Counts::twice, &counts);
  doubled();
  for (int step = 0; step < 10; ++step)
    MPI_Send(data, counts.numbers[1], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
