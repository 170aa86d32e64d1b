// A loop that stays and whose size is not known before it begins counts how often it, and the loops in it that stay,
// have run.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <map>
#include <mpi.h>
#include <vector>
static double field[1000];
static int first(const std::map<int, int> &owners, int rank) {
  // CHECK-LABEL: int first(
  // A loop that is left cannot say so.
  // CHECK-NOT: maquette_steps
  for (const auto &owner : owners)
    if (owner.second == rank)
      return owner.first;
  return 0;
}
int main(int argc, char **argv) {
  int rank, size, send = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-LABEL: int main(
  std::map<int, int> owners;
  for (int i = 0; i < 100 * argc; i++)
    owners[i] = i % size;
  // CHECK: { long maquette_steps = 0;
  // CHECK-NEXT: for (std::map<int, int>::iterator at = owners.begin(); at != owners.end(); ++at) { ++maquette_steps;
  // CHECK-NEXT: if (at->second == rank)
  // CHECK-NEXT: for (int k = at->first; k > 0; k /= 2)
  // CHECK-NEXT: { ++maquette_steps; send++; }
  // CHECK-NEXT: }
  // CHECK-NEXT: maquette_compute_staying("main#[[HASH:[0-9a-f]+]]", 1, (double)maquette_steps); }
  // PROFILED: { long maquette_steps = 0; maquette_region_begin_staying("main#[[HASH:[0-9a-f]+]]", 0);
  // PROFILED-NEXT: for (std::map<int, int>::iterator at = owners.begin(); at != owners.end(); ++at) { ++maquette_steps;
  // PROFILED-NEXT: if (at->second == rank)
  // PROFILED-NEXT: for (int k = at->first; k > 0; k /= 2)
  // PROFILED-NEXT: { ++maquette_steps; send++; }
  // PROFILED-NEXT: field[rank] += 1;
  // PROFILED-NEXT: }
  // PROFILED-NEXT: maquette_region_end_counted("main#[[HASH]]", (double)maquette_steps); }
  for (std::map<int, int>::iterator at = owners.begin(); at != owners.end(); ++at) {
    if (at->second == rank)
      for (int k = at->first; k > 0; k /= 2)
        send++;
    field[rank] += 1;
  }
  MPI_Send(field, send + first(owners, rank), MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
