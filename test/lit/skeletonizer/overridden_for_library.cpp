// Virtual functions of the program that override a library's run where the library's functions are called, whose bodies
// nobody sees.
// RUN: %skeleton --exact --option=-I%S/Inputs/library %s | FileCheck %s
#include <mpi.h>
#include <tasks.h>
#include <vector>
static double x[1000];
static int scale = 0;
struct Data {
  int sent;
  std::vector<int> counts;
};
class Sender : public lib::Task {
public:
  explicit Sender(int n) : n(n) {}
  // CHECK-LABEL: void run(
  void run(void *data) const override {
    // CHECK: for (int c : d->counts) {
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, c + scale, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    // CHECK-NEXT: d->sent += n;
    Data *d = static_cast<Data *>(data);
    for (int c : d->counts) {
      MPI_Bcast(x, c + scale, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      d->sent += n;
    }
    // CHECK-NOT: x[i]
    for (int i = 0; i < 1000; ++i)
      x[i] += n;
  }

private:
  int n;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: data.counts.resize(argc * 2, 3);
  // CHECK-NEXT: scale = argc;
  Data data;
  data.sent = 0;
  data.counts.resize(argc * 2, 3);
  scale = argc;
  Sender sender(3);
  lib::execute(sender, &data);
  lib::Queue queue;
  // CHECK: queue.add(&sender, &data);
  // CHECK-NEXT: queue.work();
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, data.sent, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  queue.add(&sender, &data);
  queue.work();
  MPI_Bcast(x, data.sent, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
