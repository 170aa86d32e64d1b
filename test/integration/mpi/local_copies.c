/* test/integration/mpi/local_copies.c - what a rank contributes to itself in a collective is copied
 * SPDX-License-Identifier: Apache-2.0
 *
 * One rank: nothing else takes time. */
#include "check.h"

#include <math.h>

enum { kBytes = 4000 };
static const double kPerByte = 0.1; /* ns. */
static char mine[kBytes], all[kBytes];
static double began;

static void expect(const char *what, double bytes) {
  const double took = (MPI_Wtime() - began) * 1e9;
  if (fabs(took - bytes * kPerByte) > 0.001) {
    fprintf(stderr, "%s takes %.3f ns, not %.3f\n", what, took, bytes * kPerByte);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  began = MPI_Wtime();
}

int main(int argc, char **argv) {
  const int count = kBytes, half = kBytes / 2, zero = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  began = MPI_Wtime();
  MPI_Gather(mine, kBytes, MPI_CHAR, all, kBytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  expect("MPI_Gather", kBytes);
  MPI_Gatherv(mine, half, MPI_CHAR, all, &half, &zero, MPI_CHAR, 0, MPI_COMM_WORLD);
  expect("MPI_Gatherv", half);
  MPI_Scatter(all, kBytes, MPI_CHAR, mine, kBytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  expect("MPI_Scatter", kBytes);
  MPI_Scatterv(all, &half, &zero, MPI_CHAR, mine, half, MPI_CHAR, 0, MPI_COMM_WORLD);
  expect("MPI_Scatterv", half);
  MPI_Allgather(mine, kBytes, MPI_CHAR, all, kBytes, MPI_CHAR, MPI_COMM_WORLD);
  expect("MPI_Allgather", kBytes);
  MPI_Allgatherv(mine, half, MPI_CHAR, all, &half, &zero, MPI_CHAR, MPI_COMM_WORLD);
  expect("MPI_Allgatherv", half);
  MPI_Alltoall(mine, kBytes, MPI_CHAR, all, kBytes, MPI_CHAR, MPI_COMM_WORLD);
  expect("MPI_Alltoall", kBytes);
  MPI_Alltoallv(mine, &count, &zero, MPI_CHAR, all, &count, &zero, MPI_CHAR, MPI_COMM_WORLD);
  expect("MPI_Alltoallv", kBytes);
  MPI_Ialltoall(mine, kBytes, MPI_CHAR, all, kBytes, MPI_CHAR, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect("MPI_Ialltoall and its wait", kBytes);

  MPI_Gather(MPI_IN_PLACE, 0, MPI_CHAR, all, kBytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Scatter(all, kBytes, MPI_CHAR, MPI_IN_PLACE, 0, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_CHAR, all, kBytes, MPI_CHAR, MPI_COMM_WORLD);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_CHAR, all, kBytes, MPI_CHAR, MPI_COMM_WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_CHAR, all, &count, &zero, MPI_CHAR, MPI_COMM_WORLD);
  expect("in place", 0);
  MPI_Finalize();
  return 0;
}
