// What a smart pointer, an optional or a complex number is set to after it was made is what is asked for through it.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <complex>
#include <memory>
#include <mpi.h>
#include <optional>
static double x[100];
struct Sender {
  virtual ~Sender() {}
  virtual void send(int n) = 0;
};
struct One : Sender {
  void send(int n) override { MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
};
struct Two : Sender {
  void send(int n) override { MPI_Bcast(x, n + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
};
// CHECK-LABEL: void pointers(
static void pointers(int k) {
  // CHECK: std::unique_ptr<Sender> sender;
  // CHECK-NEXT: std::shared_ptr<Sender> other;
  // CHECK-NEXT: if (k & 1)
  // CHECK-NEXT: sender = std::make_unique<One>();
  // CHECK-NEXT: else
  // CHECK-NEXT: sender.reset(new Two);
  // CHECK-NEXT: if (k & 2)
  // CHECK-NEXT: other.reset(new One);
  // CHECK-NEXT: else
  // CHECK-NEXT: other = std::make_shared<Two>();
  // CHECK-NEXT: sender->send(k);
  // CHECK-NEXT: (*other).send(k);
  std::unique_ptr<Sender> sender;
  std::shared_ptr<Sender> other;
  if (k & 1)
    sender = std::make_unique<One>();
  else
    sender.reset(new Two);
  if (k & 2)
    other.reset(new One);
  else
    other = std::make_shared<Two>();
  sender->send(k);
  (*other).send(k);
}
// CHECK-LABEL: void values(
static void values(int k) {
  // CHECK: std::optional<int> count;
  // CHECK-NEXT: std::complex<double> size;
  // CHECK-NEXT: count = k;
  // CHECK-NEXT: size = 3.0;
  // CHECK-NEXT: size += k;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, *count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-NEXT: *count += 1;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count.value(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(size.real()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::optional<int> count;
  std::complex<double> size;
  count = k;
  size = 3.0;
  size += k;
  MPI_Bcast(x, *count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  *count += 1;
  MPI_Bcast(x, count.value(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, static_cast<int>(size.real()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
// CHECK-LABEL: void array(
static void array(int k) {
  // CHECK: int *raw = new int[4];
  // CHECK-NEXT: std::unique_ptr<int[]> counts(raw);
  // CHECK-NEXT: raw[1] = k;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, counts[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-NEXT: counts[2] = k + 1;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, counts.get()[2], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int *raw = new int[4];
  std::unique_ptr<int[]> counts(raw);
  raw[1] = k;
  MPI_Bcast(x, counts[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  counts[2] = k + 1;
  MPI_Bcast(x, counts.get()[2], MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  pointers(argc);
  values(argc);
  array(argc);
  MPI_Finalize();
  return 0;
}
