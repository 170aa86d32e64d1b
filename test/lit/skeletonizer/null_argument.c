// What a function would write through a pointer that is null in all calls is written nowhere: not to memory that comes
// from outside, like the program's arguments.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stddef.h>
static double speeds[1000];
static void waves(double speed, double (*vectors)[3], char *name) {
  speeds[0] += speed;
  if (vectors != NULL)
    // CHECK-NOT: vectors[1][2] =
    vectors[1][2] = speed;
  if (name != NULL)
    name[0] = (char)speed;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 100; ++step) {
    double sum = 0;
    for (int i = 0; i < 1000; ++i)
      // CHECK-NOT: speeds[i] * 0.5
      sum += speeds[i] * 0.5;
    waves(sum, NULL, NULL);
    // CHECK: if (argv[1][0] == 'x')
    if (argv[1][0] == 'x')
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
