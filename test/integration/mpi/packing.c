/* test/integration/mpi/packing.c - what blocks of datatypes with gaps cost, at both ends
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>

/* mpi.block_overhead and mpi.rendezvous_block_overhead, in ns. */
static const double kBlock = 10, kRendezvousBlock = 20;
enum { kFew = 100, kMany = 10000, kGap = 3 };

static int rank;
static double sent[kMany * kGap], received[kMany * kGap];

/* What a message takes from send to receive, in ns. The clocks agree before it. */
static double timeOf(int send_count, MPI_Datatype send_type, int receive_count, MPI_Datatype receive_type) {
  MPI_Request request;
  double times[2], begin;
  MPI_Barrier(MPI_COMM_WORLD);
  begin = MPI_Wtime();
  MPI_Allreduce(MPI_IN_PLACE, &begin, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  times[0] = MPI_Wtime();
  if (rank == 0)
    MPI_Send(sent, send_count, send_type, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Irecv(received, receive_count, receive_type, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  times[1] = MPI_Wtime();
  MPI_Bcast(times + 1, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  return (times[1] - times[0]) * 1e9; /* On rank 0, from where it began. */
}

static void expect(const char *what, double took, double expected) {
  if (rank == 0 && fabs(took - expected) > 0.01) {
    fprintf(stderr, "%s takes %.3f ns, not %.3f\n", what, took, expected);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int main(int argc, char **argv) {
  MPI_Datatype few, many, dense, element;
  double plain;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(kFew, 1, kGap, MPI_DOUBLE, &few);
  MPI_Type_vector(kMany, 1, kGap, MPI_DOUBLE, &many);
  MPI_Type_vector(kFew, 2, 2, MPI_DOUBLE, &dense);
  MPI_Type_create_resized(MPI_DOUBLE, 0, kGap * sizeof(double), &element);
  MPI_Type_commit(&few);
  MPI_Type_commit(&many);
  MPI_Type_commit(&dense);
  MPI_Type_commit(&element);

  plain = timeOf(kFew, MPI_DOUBLE, kFew, MPI_DOUBLE);
  expect("an eager message with gaps at both ends", timeOf(1, few, 1, few), plain + 2 * kFew * kBlock);
  expect("one with gaps where it is sent", timeOf(1, few, kFew, MPI_DOUBLE), plain + kFew * kBlock);
  expect("one with gaps where it is received", timeOf(kFew, MPI_DOUBLE, 1, few), plain + kFew * kBlock);
  expect("one that fills part of what is received", timeOf(kFew, MPI_DOUBLE, 1, many), plain + kFew * kBlock);
  expect("one of elements with gaps between them", timeOf(kFew, element, kFew, MPI_DOUBLE), plain + kFew * kBlock);

  plain = timeOf(2 * kFew, MPI_DOUBLE, 2 * kFew, MPI_DOUBLE);
  expect("a vector without gaps", timeOf(1, dense, 1, dense), plain);

  plain = timeOf(kMany, MPI_DOUBLE, kMany, MPI_DOUBLE);
  expect("a large message with gaps at both ends", timeOf(1, many, 1, many), plain + 2 * kMany * kRendezvousBlock);

  MPI_Type_free(&few);
  MPI_Type_free(&many);
  MPI_Type_free(&dense);
  MPI_Type_free(&element);
  MPI_Finalize();
  return 0;
}
