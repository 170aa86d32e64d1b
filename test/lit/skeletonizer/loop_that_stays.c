// A loop that the skeleton runs is timed by its size where it stands between communicating calls, not where it is part
// of another.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
static int owner[100000];
static int digits(int i, int size) {
  int sum = 0;
  // CHECK-NOT: maquette_compute
  // PROFILED-NOT: maquette_region_begin
  for (int k = 0; k < size; k++)
    sum += i >> k & 1;
  return sum;
}
static int find(int wanted, int n) {
  // CHECK-LABEL: int find(
  // CHECK: { maquette_compute_staying("find#[[HASH:[0-9a-f]+]]", 1, (double)n);
  // CHECK-NEXT: for (int i = 0; i < n; i++)
  // PROFILED: if (n > 0)
  // PROFILED-NEXT: { maquette_region_begin_staying("find#[[HASH:[0-9a-f]+]]", 1, (double)n);
  // PROFILED-NEXT: for (int i = 0; i < n; i++)
  // PROFILED-NEXT: if (owner[i] == wanted)
  // PROFILED-NEXT: { maquette_region_end("find#[[HASH]]"); return i; }
  // PROFILED-NEXT: maquette_region_end("find#[[HASH]]"); }
  if (n > 0)
    for (int i = 0; i < n; i++)
      if (owner[i] == wanted)
        return i;
  return -1;
}
int main(int argc, char **argv) {
  // CHECK-LABEL: int main(
  int rank, size, send = 0;
  const int n = argc * 1000;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: maquette_compute_staying("main#[[FILL:[0-9a-f]+]]", 2, (double)n * size, (double)n);
  // CHECK-NEXT: for (int i = 0; i < n; i++) {
  // CHECK-NEXT: owner[i] = digits(i, size);
  for (int i = 0; i < n; i++) {
    owner[i] = digits(i, size);
    if (owner[i] != rank)
      send++;
  }
  // A size that is always the same needs no feature; what communicates is no region.
  // CHECK-NOT: maquette_compute
  for (int i = 0; i < 10; i++)
    send += owner[i];
  for (int step = 0; step < argc; step++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(owner, send + find(rank, n), MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
