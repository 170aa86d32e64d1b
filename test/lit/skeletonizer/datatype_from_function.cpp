// A datatype that a function of a template gives, or a macro: messages of it do not deliver counts.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#define NUMBER_TYPE MPI_INT
template <class T> struct Traits;
template <> struct Traits<double> {
  static MPI_Datatype type() { return MPI_DOUBLE; }
};
static double data[1000];
template <class T> T sum(T *values) {
  T mine = 0, all = 0;
  MPI_Datatype type = Traits<T>::type();
  // CHECK: maquette_compute(
  for (int i = 0; i < 1000; i++)
    mine += values[i] * values[i];
  // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, type, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, &all, 1, type, MPI_SUM, MPI_COMM_WORLD);
  return all;
}
int main(int argc, char **argv) {
  int rank, most = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < argc; step++)
    data[step] = sum(data);
  int mine = 10 * rank;
  // CHECK: MPI_Allreduce(&mine, &most, 1, NUMBER_TYPE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, &most, 1, NUMBER_TYPE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < most; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
