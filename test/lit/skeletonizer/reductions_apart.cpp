// A reduction delivers what calls with the same operation and count contributed, not what others sum up. The text of a
// template serves all its instances: what one of them needs, the others compute.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
static double data[1000];
// CHECK-LABEL: int largest(
template <class T> int largest(T mine, MPI_Datatype type) {
  int ranks = 1, rank = 0, largest = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: std::vector<T> all(ranks, 0), given(ranks, 0);
  std::vector<T> all(ranks, 0), given(ranks, 0);
  given[rank] = mine;
  // CHECK: MPI_Allreduce(&given[0], &all[0], ranks, type, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(&given[0], &all[0], ranks, type, MPI_MAX, MPI_COMM_WORLD);
  // CHECK: if (all[i] > all[largest])
  for (int i = 0; i < ranks; i++)
    if (all[i] > all[largest])
      largest = i;
  return largest;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double sum = 0, all = 0, most = 0;
  // CHECK: for (int step = 0; step < argc; step++)
  // CHECK-NEXT: maquette_compute(
  for (int step = 0; step < argc; step++) {
    for (int i = 0; i < 1000; i++)
      sum += data[i] * data[i];
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&sum, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    data[step] = all + most;
  }
  // CHECK: int peer = largest(argc, MPI_INT);
  int peer = largest(argc, MPI_INT);
  largest(0.5 * argc, MPI_DOUBLE);
  MPI_Bcast(data, 1000, MPI_DOUBLE, peer, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
