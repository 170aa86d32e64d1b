/* test/integration/tool/programs/helper_thread.c - each rank lets a thread compute what it sends on
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static void *square(void *number) {
  *(int *)number *= *(int *)number;
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, mine, sum;
  pthread_t helper;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mine = rank + 1;
  pthread_create(&helper, NULL, square, &mine);
  pthread_join(helper, NULL);
  MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("sum of squares: %d\n", sum);
  MPI_Finalize();
  return 0;
}
