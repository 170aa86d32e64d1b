// A constructor that a class has from a container of the library fills the object: what it fills it with stays.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
struct Box {
  int low, high;
};
template <class T> struct List : std::vector<T> {
  using std::vector<T>::vector;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Box box;
  // CHECK: Box box;
  // CHECK-NEXT: box.high = argc;
  // CHECK-NEXT: List<Box> boxes(2, box);
  box.low = 0;
  box.high = argc;
  List<Box> boxes(2, box);
  // CHECK-NEXT: box.high = 4 * argc;
  box.high = 4 * argc;
  boxes.push_back(box);
  std::vector<double> field(boxes[1].high + boxes[2].high);
  // CHECK: maquette_compute
  for (std::size_t i = 0; i < field.size(); ++i)
    field[i] = 0.5 * i;
  MPI_Bcast(field.data(), field.size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
