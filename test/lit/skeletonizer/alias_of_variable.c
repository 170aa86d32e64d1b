// RUN: %skeleton --whole %s | FileCheck %s
// Two names of one variable are one.
#include <mpi.h>

static int count = 0;
extern int also __attribute__((alias("count")));

static void more(void) { also += 3; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[16] = {0};
  count = 1;
  more();
  MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: static void more(void) { also += 3; }
// CHECK: more();
// CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count
