/* A bit of everything whose order could depend on the host: wildcards, polling, payload, shared links, overlapping
 * collectives.
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: mixture ROUNDS
 * Each rank draws its peers, sizes and computing from a generator of its own, so that links and queues are contended
 * unevenly.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 12000, kAnswer = 7 };

static unsigned long state, sum;

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % below;
}

static void note(const void *data, int bytes) {
  for (int i = 0; i < bytes; ++i)
    sum = sum * 31 + ((const unsigned char *)data)[i];
}

/* Everybody sends to a few others, and takes what comes, in the order it comes. */
static void crowd(int rank, int size, int round) {
  int counts[256] = {0}, here;
  char *const out = malloc(3 * kMost), *const in = malloc(kMost);
  MPI_Request sends[3];
  for (int i = 0; i < 3; ++i) {
    const int to = (rank + 1 + (int)draw((unsigned)size - 1)) % size, bytes = 1 + (int)draw(kMost);
    memset(out + i * kMost, rank + i + round, (size_t)bytes);
    ++counts[to];
    MPI_Isend(out + i * kMost, bytes, MPI_CHAR, to, i, MPI_COMM_WORLD, &sends[i]);
  }
  int ones[256];
  for (int i = 0; i < size; ++i)
    ones[i] = 1;
  MPI_Reduce_scatter(counts, &here, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  while (here-- > 0) {
    MPI_Status status;
    int bytes, found = 0;
    if (draw(2) == 0)
      while (!found)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &status);
    MPI_Recv(in, kMost, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    note(&status.MPI_SOURCE, sizeof status.MPI_SOURCE);
    note(in, bytes);
  }
  MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
  free(out);
  free(in);
}

/* Rank 0 serves whoever asks first; the rest do something else meanwhile. On a communicator of its own: a question may
 * come while rank 0 still takes what the crowd sends. */
static void serve(int rank, int size, MPI_Comm desk) {
  int asked[3], answer[2] = {0, 0};
  if (rank != 0) {
    MPI_Sendrecv((int[]){rank, (int)sum & 0xff, 0}, 3, MPI_INT, 0, (int)draw(5), answer, 2, MPI_INT, 0, kAnswer, desk,
                 MPI_STATUS_IGNORE);
    note(answer, sizeof answer);
    return;
  }
  for (int i = 1; i < size; ++i) {
    MPI_Recv(asked, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, desk, MPI_STATUS_IGNORE);
    note(asked, sizeof asked);
    answer[0] = i;
    answer[1] = (int)draw(1000);
    MPI_Send(answer, 2, MPI_INT, asked[0], kAnswer, desk);
  }
}

/* Collectives of all ranks and of a part of them, one under way while the other is called. */
static void together(int rank, MPI_Comm part) {
  unsigned long mine[64], all[64], most = 0;
  for (int i = 0; i < 64; ++i)
    mine[i] = sum ^ (unsigned long)(i * rank);
  MPI_Request request;
  MPI_Iallreduce(mine, all, 64, MPI_UNSIGNED_LONG, MPI_BXOR, MPI_COMM_WORLD, &request);
  MPI_Allreduce(&sum, &most, 1, MPI_UNSIGNED_LONG, MPI_MAX, part);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  note(all, sizeof all);
  note(&most, sizeof most);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm part, desk;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  state = (unsigned long)rank + 1;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &part);
  MPI_Comm_dup(MPI_COMM_WORLD, &desk);
  for (int round = 0; round < atoi(argv[1]); ++round) {
    crowd(rank, size, round);
    serve(rank, size, desk);
    together(rank, part);
  }
  unsigned long whole;
  MPI_Reduce(&sum, &whole, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("sum %lx at %.12f s\n", whole, MPI_Wtime());
  MPI_Comm_free(&part);
  MPI_Comm_free(&desk);
  MPI_Finalize();
  return 0;
}
