// A sleep takes time that no region has. It stays, unless its length must be computed.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double work[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 100; ++step) {
    for (int i = 0; i < 1000; ++i)
      work[i] = work[i] * 0.5 + i;
    // CHECK: usleep(step * 10);
    usleep(step * 10);
    // CHECK-NOT: usleep((useconds_t)work
    usleep((useconds_t)work[step]);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  // CHECK: sleep(1);
  sleep(1);
  // CHECK: nanosleep(&pause
  struct timespec pause = {0, 1000};
  nanosleep(&pause, NULL);
  MPI_Finalize();
  return 0;
}
