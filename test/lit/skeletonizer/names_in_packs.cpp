// A value that nobody needs is written with the whole names of its type's parts, those in parameter packs, too.
// RUN: %skeleton --option=-I%S/Inputs/library %s | FileCheck %s
#include <handle.h>
#include <mpi.h>
template <class T> struct Sender {
  static void send(const T &values, int count) {
    for (int i = 0; i < count; ++i)
      values(i) *= 2;
    MPI_Bcast(values.first, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: ::send(maquette_phantom_reference<const lib::Handle<double, lib::Packed>>(), argc * 10);
  lib::Handle<double, lib::Packed> values(1000);
  Sender<decltype(values)>::send(values, argc * 10);
  MPI_Finalize();
  return 0;
}
