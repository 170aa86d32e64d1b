// What is made by `new` in a template ends where it was written, brackets and nested arguments included.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <vector>
enum { kRow = 4 };
template <class T> struct Pool {
  T *values;
  std::vector<T> *lists;
  T (*rows)[kRow];
  int *kept;
  MPI_Request *requests;
  void initialize(int size, int rank) {
    // CHECK: void initialize(int size, int rank)
    // CHECK: MPI_Barrier(MPI_COMM_WORLD);
    // CHECK-NEXT: maquette_compute("Pool<double>::initialize#{{[0-9a-f]+}}", {{.*}});{{$}}
    // CHECK-NEXT: kept = new int[size + 1];
    // CHECK-NEXT: kept[0] = rank + 1;
    MPI_Barrier(MPI_COMM_WORLD);
    values = new T[size];
    for (int i = 0; i < size; ++i)
      values[i] = 0.5 * i;
    rows = new T[2 * size][kRow];
    lists = new std::vector<T>[kRow * (size + 1)];
    kept = new int[size + 1];
    kept[0] = rank + 1;
    for (int i = 0; i < size; ++i)
      rows[i][i % kRow] = values[i];
    T *last = new T;
    *last = rows[size - 1][0] + (double)lists[0].size();
    if (rank == 0)
      printf("%g\n", (double)*last);
    delete last;
    // CHECK: requests = new MPI_Request[size];
    requests = new MPI_Request[size];
  }
};
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Pool<double> pool;
  pool.initialize(size, rank);
  // CHECK: MPI_Isend(MAQUETTE_PHANTOM, pool.kept[0], MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &pool.requests[0]);
  MPI_Isend(pool.values, pool.kept[0], MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &pool.requests[0]);
  MPI_Recv(pool.values, size, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(1, pool.requests, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
