// RUN: %skeleton --whole --std=c++20 %s | FileCheck %s
// The library calls what pointers and ranges of the program's own have.
#include <algorithm>
#include <functional>
#include <memory>
#include <mpi.h>
#include <vector>

class Handle {
public:
  explicit Handle(int *at) : at_(at) {}
  int *operator->() const { return at_; }

private:
  int *at_;
};

struct Bounds {
  int *first, *last;
};

class Slice {
public:
  class Iterator {
  public:
    using value_type = int;
    using difference_type = long;
    Iterator() = default;
    explicit Iterator(Bounds *bounds) : bounds_(bounds), at_(bounds->first) {}
    const int &operator*() const { return *at_; }
    Iterator &operator++() {
      bounds_->first = ++at_;
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator &other) const { return at_ == other.at_; }

    Bounds *bounds_ = nullptr;
    int *at_ = nullptr;
  };
  Slice(int *first, int *last) : bounds{first, last} {}
  Iterator begin() { return Iterator(&bounds); }
  Iterator end() {
    Iterator end(&bounds);
    end.at_ = bounds.last;
    return end;
  }
  Bounds bounds;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[64] = {0};
  int counts[4] = {argc, argc + 1, argc + 3, argc + 2};
  Handle handle(&counts[1]);
  MPI_Bcast(data, *std::to_address(handle), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  Slice slice(counts, counts + 4);
  MPI_Bcast(data, std::ranges::max(slice), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  slice.bounds.first = counts;
  MPI_Bcast(data, std::ranges::min(slice), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::vector<int> given = {argc + 5, argc, argc + 2}, copied(3), seen;
  *std::ranges::find(given, argc) = argc + 9;
  std::ranges::sort(given, std::greater<>{});
  std::ranges::copy(given, copied.begin());
  std::ranges::for_each(copied, [&seen](int value) { seen.push_back(value); });
  MPI_Bcast(data, seen[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, std::plus<>{}(counts[3], 1), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

// CHECK: explicit Handle(int *at) : at_(at) {}
// CHECK: int main(
// CHECK: Handle handle(&counts[1]);
// CHECK: std::ranges::max(slice)
// CHECK: slice.bounds.first = counts;
// CHECK: std::ranges::min(slice)
// CHECK: std::vector<int> given = {argc + 5, argc, argc + 2}, copied(3), seen;
// CHECK-NEXT: *std::ranges::find(given, argc) = argc + 9;
// CHECK-NEXT: std::ranges::sort(given, std::greater<>{});
// CHECK-NEXT: std::ranges::copy(given, copied.begin());
// CHECK-NEXT: std::ranges::for_each(copied, [&seen](int value) { seen.push_back(value); });
// CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, seen[0]
// CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, std::plus<>{}(counts[3], 1)
