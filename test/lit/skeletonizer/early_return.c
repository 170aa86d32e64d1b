// A return out of a removed run ends its region in the profiled tree.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
static double a[100];
// CHECK-LABEL: static void report(
static void report(int n) {
  // CHECK: MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NEXT: maquette_compute("report#{{[0-9a-f]+}}", 1, (double)n);
  // CHECK-NOT: return
  MPI_Barrier(MPI_COMM_WORLD);
  // PROFILED: maquette_region_begin("report#[[ID:[0-9a-f]+]]", 1, (double)n);
  // PROFILED: { maquette_region_end("report#[[ID]]"); return; }
  // PROFILED: maquette_region_end("report#[[ID]]");
  if (a[0] > 1.0)
    return;
  for (int i = 0; i < n; i++)
    a[i % 100] += 1.0;
}
// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  report(size);
  MPI_Finalize();
  return 0;
}
