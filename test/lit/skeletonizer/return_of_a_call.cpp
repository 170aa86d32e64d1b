// What a return statement computes belongs to the region that it leaves.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>

static double a[100];

static void grow(int n) {
  for (int i = 0; i < n; i++)
    a[i % 100] += a[0];
}

// CHECK-LABEL: static void work(
// CHECK: maquette_compute("work#
// CHECK-NOT: return grow
static void work(int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  a[0] = n;
  // PROFILED: maquette_region_begin("work#[[ID:[0-9a-f]+]]"
  // PROFILED: { maquette_region_end("work#[[ID]]"); return; }
  // PROFILED: { MAQUETTE_REGION_END_AT_EXIT(maquette_left_[[ID]], "work#[[ID]]"); return grow(n); }
  if (a[1] < 0)
    return;
  if (a[2] < 1)
    return grow(n);
  for (int i = 0; i < n; i++)
    a[i % 100] += 1;
}

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(size);
  MPI_Finalize();
  return 0;
}
