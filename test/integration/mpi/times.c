/* test/integration/mpi/times.c - how long operations take on an idle network whose cost formulas are known
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>
#include <time.h>

/* LogGP: overheads o on both sides, latency L, time per byte G, in ns; as in loggp.toml. A message of n bytes that
 * nobody else disturbs takes o + L + (n - 1) G + o. */
static const double kOverhead = 1500, kLatency = 2500, kPerByte = 8;

static int rank, size;

static double message(double bytes) { return 2 * kOverhead + kLatency + (bytes > 1 ? bytes - 1 : 0) * kPerByte; }

static double rounds(void) {
  int count = 0;
  while (1 << count < size)
    ++count;
  return count;
}

/* All ranks begin at the same time; the last one ends after the expected time, to the picosecond. */
static void expect(const char *what, double begin, double expected) {
  double took = (MPI_Wtime() - begin) * 1e9, longest;
  MPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0 && fabs(longest - expected) > 0.0005) {
    fprintf(stderr, "%s takes %.3f ns, not %.3f\n", what, longest, expected);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/* Brings the clocks of all ranks together: each waits until a time that none has reached. */
static double together(void) {
  static double next = 0;
  next += 0.001;
  MPI_Barrier(MPI_COMM_WORLD);
  double now = MPI_Wtime();
  CHECK(now < next);
  struct timespec rest = {0, (long)((next - now) * 1e9 + 0.5)};
  nanosleep(&rest, NULL);
  return MPI_Wtime();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static char data[65536], result[65536];

  double begin = together();
  if (rank == 0)
    MPI_Send(data, 1000, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(data, 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect("a message", begin, message(1000));

  /* Dissemination on 16 ranks: 4 (L + 2o) = 22,000 ns, as LogGOPSim finds it. */
  begin = together();
  MPI_Barrier(MPI_COMM_WORLD);
  expect("a barrier", begin, rounds() * message(0));

  begin = together();
  MPI_Bcast(data, 100, MPI_CHAR, 0, MPI_COMM_WORLD);
  expect("a short broadcast", begin, rounds() * message(100));

  begin = together();
  MPI_Allreduce(data, result, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  expect("a short allreduce", begin, rounds() * message(80));

  /* Rabenseifner: halving, then doubling, of n bytes: messages of n/2, n/4, ... twice. */
  begin = together();
  MPI_Allreduce(data, result, 512, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  double expected = 0;
  for (int part = 2; part <= size; part *= 2)
    expected += 2 * message(4096.0 / part);
  expect("a long allreduce", begin, expected);

  begin = together();
  MPI_Allgather(data, 16, MPI_CHAR, result, 16, MPI_CHAR, MPI_COMM_WORLD);
  expected = 0;
  for (int parts = 1; parts < size; parts *= 2)
    expected += message(16.0 * parts);
  expect("a short allgather", begin, expected);

  begin = together();
  MPI_Alltoall(data, 1000, MPI_CHAR, result, 1000, MPI_CHAR, MPI_COMM_WORLD);
  expect("a pairwise alltoall", begin, (size - 1) * message(1000));

  MPI_Finalize();
  return 0;
}
