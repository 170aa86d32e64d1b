// The standard library calls what has an operator(): objects, generic lambdas, threads' lambdas.
// RUN: %skeleton %s | FileCheck %s
#include <algorithm>
#include <mpi.h>
#include <thread>
#include <variant>
#include <vector>
struct Sender {
  int tag;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
  void operator()(int to) const { MPI_Send(&to, 1, MPI_INT, to, tag, MPI_COMM_WORLD); }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> peers;
  peers.push_back(argc);
  // CHECK: std::for_each(peers.begin(), peers.end(), Sender{7});
  std::for_each(peers.begin(), peers.end(), Sender{7});
  std::variant<int, double> choice = 2.0;
  // CHECK: std::visit([](auto value)
  // CHECK-NEXT: MPI_Bcast
  std::visit([](auto value) {
    MPI_Bcast(&value, value > 1 ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD);
  }, choice);
  // CHECK: std::thread helper([]
  // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
  std::thread helper([] {
    MPI_Barrier(MPI_COMM_WORLD);
  });
  // CHECK: helper.join();
  helper.join();
  MPI_Finalize();
  return 0;
}
