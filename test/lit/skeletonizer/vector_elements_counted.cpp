// The number of a vector's elements is kept through members and references without the elements.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
struct Packet {
  double x, y;
};
class Mailbox {
public:
  // CHECK: Mailbox(int n) : packets_(maquette_phantom_elements(n)) {}
  explicit Mailbox(int n) : packets_(n) {}
  void add(const Packet &packet) {
    // CHECK: maquette_phantom_grow(packets_, 1);
    packets_.push_back(packet);
  }
  void send(int peer) {
    // CHECK: MPI_Send(MAQUETTE_PHANTOM, static_cast<int>(2 * packets_.size()), MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
    MPI_Send(packets_.data(), static_cast<int>(2 * packets_.size()), MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
    packets_.clear();
  }

private:
  std::vector<Packet> packets_;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Mailbox box(3);
  Packet packet = {1.0, 2.0};
  for (int i = 0; i < argc; ++i)
    box.add(packet);
  box.send(1);
  MPI_Finalize();
  return 0;
}
