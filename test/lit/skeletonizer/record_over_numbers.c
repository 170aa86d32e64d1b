// A record that lies over a number is that number.
// RUN: %skeleton %s | FileCheck %s
// CHECK: half->low = 1;
// CHECK: ((struct pair *)both)->second = 2;
// CHECK-NOT: unneeded->first
#include <mpi.h>

struct __attribute__((may_alias)) half { short low; };
struct __attribute__((may_alias)) pair { int first, second; };
struct __attribute__((may_alias)) last { int first, second; };

int main(int argc, char **argv) {
  int count = 10, both[2] = {1, 7}, unsent[2] = {3, 4};
  struct half *half = (struct half *)&count;
  half->low = 1;
  ((struct pair *)both)->second = 2;
  struct last *unneeded = (struct last *)unsent;
  unneeded->first = 2;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < count + both[1]; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
