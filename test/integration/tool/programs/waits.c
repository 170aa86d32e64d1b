/* One wait of each kind, 10 ms long, planted where the comments say: waits KIND. Then all ranks end together.
 * SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LARGE 400000

static int rank, size;
static char *data;
static int last;

static void work(void) {
  const struct timespec span = {0, 10000000};
  nanosleep(&span, NULL);
}

static int is(const char *kind, const char *asked) { return strcmp(kind, asked) == 0; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  last = size - 1;
  data = calloc(1, LARGE);
  const char *kind = argv[1];
  int number = rank, sum = 0;
  MPI_Win window;
  if (is(kind, "late_sender")) {
    if (rank == last) {
      work();
      MPI_Send(data, 8, MPI_CHAR, 0, 1, MPI_COMM_WORLD); /* cause */
    }
    if (rank == 0)
      MPI_Recv(data, 8, MPI_CHAR, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* wait */
  }
  if (is(kind, "late_receiver")) {
    if (rank == 0)
      MPI_Send(data, LARGE, MPI_CHAR, last, 1, MPI_COMM_WORLD); /* wait */
    if (rank == last) {
      work();
      MPI_Recv(data, LARGE, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* cause */
    }
  }
  if (is(kind, "late_probe")) {
    if (rank == last) {
      work();
      MPI_Send(data, 8, MPI_CHAR, 0, 1, MPI_COMM_WORLD); /* cause */
    }
    if (rank == 0) {
      MPI_Probe(last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* wait */
      MPI_Recv(data, 8, MPI_CHAR, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  if (is(kind, "wait_at_barrier")) {
    if (rank == last)
      work();
    MPI_Barrier(MPI_COMM_WORLD); /* wait cause */
  }
  if (is(kind, "wait_at_nxn")) {
    if (rank == last)
      work();
    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* wait cause */
  }
  if (is(kind, "late_broadcast")) {
    if (rank == last)
      work();
    MPI_Bcast(data, 8, MPI_CHAR, last, MPI_COMM_WORLD); /* wait cause */
  }
  if (is(kind, "early_reduce")) {
    if (rank != 0)
      work();
    MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* wait cause */
  }
  if (is(kind, "wait_at_fence")) {
    MPI_Win_create(data, LARGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank == last)
      work();
    MPI_Win_fence(0, window); /* wait cause */
    MPI_Win_free(&window);
  }
  if (is(kind, "lock_contention")) {
    MPI_Win_create(data, LARGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank == last) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
      MPI_Put(&number, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, window);
      MPI_Win_flush(1, window);
      MPI_Send(data, 0, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
      work();
      MPI_Win_unlock(1, window); /* cause */
    }
    if (rank == 0) {
      MPI_Recv(data, 0, MPI_CHAR, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window); /* wait */
      MPI_Put(&number, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, window);
      MPI_Win_unlock(1, window);
    }
    MPI_Win_free(&window);
  }
  if (is(kind, "propagated")) { /* The last rank delays the one before, and that one rank 0. */
    if (rank == last) {
      work();
      MPI_Send(data, 8, MPI_CHAR, last - 1, 1, MPI_COMM_WORLD); /* cause */
    }
    if (rank == last - 1) {
      MPI_Recv(data, 8, MPI_CHAR, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(data, 8, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    }
    if (rank == 0)
      MPI_Recv(data, 8, MPI_CHAR, last - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* wait */
  }
  if (is(kind, "none"))
    work();
  free(data);
  MPI_Finalize(); /* end */
  return 0;
}
