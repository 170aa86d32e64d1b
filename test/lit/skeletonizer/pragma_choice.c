// A loop whose directive is chosen by #if: the choice belongs to the loop, so that nothing comes between them.
// RUN: %skeleton --option=-fopenmp %s | FileCheck %s
// RUN: %skeleton --option=-fopenmp --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: MPI_Init
  // CHECK-NEXT: maquette_compute(
  // CHECK-NEXT: MPI_Send
  // PROFILED: maquette_region_begin(
  // PROFILED-NEXT: #ifdef BY_HAND
  // PROFILED-NEXT: #pragma omp parallel for schedule(runtime)
  // PROFILED-NEXT: #else
  // PROFILED-NEXT: #pragma omp parallel for
  // PROFILED-NEXT: schedule(static)
  // PROFILED-NEXT: #endif
  // PROFILED-NEXT: for (int i = 0; i < argc; i++)
#ifdef BY_HAND
#pragma omp parallel for schedule(runtime)
#else
#pragma omp parallel for \
    schedule(static)
#endif
  for (int i = 0; i < argc; i++)
    x[i] = i;
  MPI_Send(x, 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  // CHECK-NEXT: maquette_compute(
  // CHECK-NEXT: MPI_Send
  // PROFILED: maquette_region_begin(
  // PROFILED-NEXT: #ifdef _OPENMP
  // PROFILED-NEXT: #pragma omp parallel for
  // PROFILED-NEXT: #endif
  // PROFILED: for (int i = 0; i < argc; i++)
#ifdef _OPENMP
#pragma omp parallel for
#endif

  /* An empty line and
     comments stand between. */
  // Two of them.
  for (int i = 0; i < argc; i++)
    x[i] *= i;
  MPI_Send(x, 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
