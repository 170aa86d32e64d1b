// A member of a class template is edited once, with what any instantiation needs.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
template <class T> class Field {
public:
  explicit Field(int n) : n_(n) {}
  void smooth() {
    for (int i = 1; i < n_ - 1; ++i)
      values_[i] = (values_[i - 1] + values_[i + 1]) / 2;
  }
  // CHECK: void send(int peer) { MPI_Send(MAQUETTE_PHANTOM, n_ * int(sizeof(T)),
  void send(int peer) { MPI_Send(values_, n_ * int(sizeof(T)), MPI_INT, peer, 0, MPI_COMM_WORLD); }

private:
  int n_;
  T values_[100];
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Field<float> coarse(50);
  Field<double> fine(100);
  // CHECK: maquette_compute("main#
  // CHECK-NOT: smooth();
  coarse.smooth();
  fine.smooth();
  coarse.send(1);
  fine.send(1);
  MPI_Finalize();
  return 0;
}
