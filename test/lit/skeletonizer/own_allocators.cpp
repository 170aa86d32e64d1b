// Allocators of the program's own run where memory is taken and given back; new can write to memory that is there.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <cstdlib>
#include <memory_resource>
#include <mpi.h>
#include <new>
#include <vector>
static double x[1000];
static int taken;
struct Pooled {
  int value = 0;
  // CHECK: ++taken;
  // CHECK-NEXT: return std::malloc(size);
  static void *operator new(std::size_t size) {
    ++taken;
    return std::malloc(size);
  }
  // CHECK: taken += 2;
  static void operator delete(void *p) {
    taken += 2;
    std::free(p);
  }
};
template <class T> struct Counting {
  using value_type = T;
  int *count;
  explicit Counting(int *p) : count(p) {}
  template <class U> Counting(const Counting<U> &other) : count(other.count) {}
  // CHECK: *count += static_cast<int>(n);
  T *allocate(std::size_t n) {
    *count += static_cast<int>(n);
    return static_cast<T *>(::operator new(n * sizeof(T)));
  }
  void deallocate(T *p, std::size_t) { ::operator delete(p); }
  bool operator==(const Counting &other) const { return count == other.count; }
};
struct Resource : std::pmr::memory_resource {
  int bytes = 0;
  // CHECK: bytes += static_cast<int>(size);
  // CHECK-NEXT: return std::malloc(size);
  void *do_allocate(std::size_t size, std::size_t) override {
    bytes += static_cast<int>(size);
    return std::malloc(size);
  }
  void do_deallocate(void *p, std::size_t, std::size_t) override { std::free(p); }
  bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override { return this == &other; }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: Pooled *pooled = new Pooled;
  // CHECK-NEXT: delete pooled;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, taken,
  Pooled *pooled = new Pooled;
  delete pooled;
  MPI_Bcast(x, taken, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int count = 0;
  Counting<double> counting(&count);
  // CHECK: std::vector<double, Counting<double>> doubles(argc, counting);
  // CHECK-NEXT: doubles.reserve(3 * argc);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count,
  std::vector<double, Counting<double>> doubles(argc, counting);
  doubles.reserve(3 * argc);
  MPI_Bcast(x, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  Resource resource;
  // CHECK: std::pmr::vector<int> ints(argc, &resource);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, resource.bytes,
  std::pmr::vector<int> ints(argc, &resource);
  MPI_Bcast(x, resource.bytes, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int there = 5;
  // CHECK: new (&there) int(argc);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, there,
  new (&there) int(argc);
  MPI_Bcast(x, there, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
