// A function that gives a reference or an object does so at its end, too, where the return that was there went: to
// leave it without one is undefined in C++.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
class Position {
public:
  explicit Position(int at) : at_(at) {}
  int at() const { return at_; }

private:
  int at_;
};
class Boxes {
public:
  explicit Boxes(int n) : boxes_(n) {}
  // CHECK-LABEL: Boxes &spread(
  Boxes &spread(int n) {
    if (n <= 8) {
      return *this;
    } else {
      MPI_Barrier(MPI_COMM_WORLD);
      for (double &box : boxes_)
        box += n;
      return *this;
    }
    // CHECK: return *this;
    // CHECK-NEXT: {{^ *}}}
  }
  // CHECK-LABEL: double &first(
  double &first(int n) {
    if (n > 8) {
      MPI_Barrier(MPI_COMM_WORLD);
      return boxes_[n];
    } else {
      return boxes_[0];
    }
    // CHECK: return maquette_phantom_reference<double>();
  }
  // CHECK-LABEL: Position largest(
  Position largest(int n) const {
    if (n > 8) {
      MPI_Barrier(MPI_COMM_WORLD);
      return Position(n);
    } else {
      int found = 0;
      for (int i = 0; i < n; ++i)
        if (boxes_[i] > boxes_[found])
          found = i;
      return Position(found);
    }
    // CHECK: return maquette_zero_bytes<Position>();
  }

private:
  std::vector<double> boxes_;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n;
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  Boxes boxes(100);
  boxes.spread(n);
  boxes.first(n) = 1;
  double sum = boxes.largest(n).at();
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
