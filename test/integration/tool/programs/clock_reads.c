/* test/integration/tool/programs/clock_reads.c - ranks compute up to a look at the host's clock
 * SPDX-License-Identifier: Apache-2.0
 *
 * They make some short calls from one place, each another number of them, compute, read the clock if argv[1] is
 * "clock", and agree.
 */
#include <mpi.h>
#include <string.h>
#include <sys/time.h>

static double work(int steps) {
  volatile double sum = 0;
  for (int i = 0; i < steps; ++i)
    sum += 1.0 / (i + 1);
  return sum;
}

int main(int argc, char **argv) {
  int rank, most;
  struct timeval now;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 60; ++round) {
    for (int call = 0; call < 3 + rank % 5 * 4; ++call)
      MPI_Comm_size(MPI_COMM_WORLD, &most);
    work(20000);
    if (strcmp(argv[1], "clock") == 0)
      gettimeofday(&now, NULL);
    work(500);
    MPI_Allreduce(&rank, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
