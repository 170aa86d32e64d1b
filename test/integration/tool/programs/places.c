/* test/integration/tool/programs/places.c - says on which cores of the host a rank may run
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, core;
  cpu_set_t cores;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sched_getaffinity(0, sizeof cores, &cores);
  printf("rank %d:", rank);
  for (core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &cores))
      printf(" %d", core);
  printf("\n");
  MPI_Finalize();
  return 0;
}
