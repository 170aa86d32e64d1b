/* test/integration/mpi/moments.h - when things happen after all ranks began together
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAQUETTE_TEST_MOMENTS_H
#define MAQUETTE_TEST_MOMENTS_H

#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>
#include <time.h>

static int rank;
static double begin;

/* In ns. */
static double since(void) { return (MPI_Wtime() - begin) * 1e9; }

/* To the picosecond. */
static void expect(const char *what, double expected) {
  const double took = since();
  if (fabs(took - expected) > 0.0005) {
    fprintf(stderr, "rank %d: %s at %.3f ns, not %.3f\n", rank, what, took, expected);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static void restUntil(double when_ns) {
  const double rest_ns = when_ns - since();
  CHECK(rest_ns > -0.5);
  struct timespec rest = {0, rest_ns < 0.5 ? 0 : (long)(rest_ns + 0.5)};
  nanosleep(&rest, NULL);
}

/* Nothing is under way, and all ranks begin together. */
static void together(void) {
  static double next = 0;
  next += 0.01;
  begin = 0;
  restUntil(next * 1e9);
  begin = MPI_Wtime();
}

#endif
