// A call whose value is predicted where a variable is declared is not made for it; one that does more is.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
static int calls = 0;
struct Chooser {
  virtual ~Chooser() = default;
  virtual int choose(const std::vector<int> &flags) const = 0;
};
struct Marked : Chooser {
  int choose(const std::vector<int> &flags) const override {
    int n = 0;
    for (int flag : flags)
      n += flag;
    return n;
  }
};
static int counted(const std::vector<int> &flags) {
  ++calls;
  int n = 0;
  for (int flag : flags)
    n += flag > 1;
  return n;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> flags(1000, 1);
  std::vector<double> values(1000);
  const Marked marked;
  const Chooser &chooser = marked;
  for (int step = 0; step < 100; ++step) {
    for (int i = 0; i < 1000; ++i)
      flags[i] = (flags[i] * 13 + i) % 5;
    // CHECK: int chosen = (int)maquette_predict_integer("main#{{[0-9a-f]+}}", 0), most = 0;
    // CHECK-NOT: chooser.choose(
    int chosen = chooser.choose(flags), most = 0;
    // CHECK: MPI_Allreduce(&chosen,
    MPI_Allreduce(&chosen, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Bcast(values.data(), most, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    // CHECK: int more = (int)maquette_predict_integer("main#{{[0-9a-f]+}}", 0), sum = 0;
    // CHECK-NEXT: counted(flags);
    int more = counted(flags), sum = 0;
    // CHECK: MPI_Allreduce(&more,
    MPI_Allreduce(&more, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Bcast(values.data(), sum + calls, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
