// Labels whose addresses are taken stay with the jumps to them, and so does what says which.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
static double x[1000];
static int run(const unsigned char *code, int value) {
  static void *const steps[] = {&&add, &&twice, &&end};
  // CHECK: goto *steps[*code++];
  // CHECK-NEXT: add:
  // CHECK-NEXT: value += 3;
  goto *steps[*code++];
add:
  value += 3;
  goto *steps[*code++];
  // CHECK: twice:
twice:
  value *= 2;
  goto *steps[*code++];
  // CHECK: end:
end:
  return value;
}
int main(int argc, char **argv) {
  unsigned char code[] = {0, 1, 2};
  MPI_Init(&argc, &argv);
  // CHECK: code[1] = argc > 3 ? 0 : 1;
  code[1] = argc > 3 ? 0 : 1;
  MPI_Bcast(x, run(code, argc), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
