/* test/integration/mpi/one_sided_times.c - what operations on windows cost on an idle LogGP network
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>
#include <time.h>

/* LogGP: overhead o, latency L, time per byte G, in ns; as in loggp.toml. n bytes need (n - 1) G to leave. */
static const double kOverhead = 1500, kLatency = 2500, kPerByte = 8;

/* After a rest in which the gap between messages passes. */
static double begin(void) {
  const struct timespec rest = {0, 10000};
  nanosleep(&rest, NULL);
  return MPI_Wtime();
}

static void expect(const char *what, double from, double expected) {
  const double took = (MPI_Wtime() - from) * 1e9;
  if (fabs(took - expected) > 0.0005) {
    fprintf(stderr, "%s takes %.3f ns, not %.3f\n", what, took, expected);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int main(int argc, char **argv) {
  int rank;
  char *memory, buffer[1000] = {0};
  const double bytes = (sizeof buffer - 1) * kPerByte;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof buffer, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    /* There and back without contents. */
    double from = begin();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    expect("a lock", from, kOverhead + 2 * kLatency);
    /* The bytes go there, nothing comes back. */
    from = begin();
    MPI_Put(buffer, sizeof buffer, MPI_BYTE, 1, 0, sizeof buffer, MPI_BYTE, win);
    expect("to issue a put", from, kOverhead);
    MPI_Win_flush_local(1, win);
    expect("a put until its buffer is free", from, kOverhead + bytes);
    MPI_Win_flush(1, win);
    expect("a put", from, kOverhead + bytes + 2 * kLatency);
    /* Nothing goes there, the bytes come back. */
    from = begin();
    MPI_Get(buffer, sizeof buffer, MPI_BYTE, 1, 0, sizeof buffer, MPI_BYTE, win);
    MPI_Win_flush(1, win);
    expect("a get", from, kOverhead + bytes + 2 * kLatency);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
