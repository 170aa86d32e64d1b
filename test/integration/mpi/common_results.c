/* test/integration/mpi/common_results.c - long results that are the same on every rank
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

enum { kNumbers = 3000, kCalls = 4 };

static int rank, size;

static void reductions(MPI_Comm comm, int me, int members) {
  static int mine[kNumbers], sums[kNumbers];
  static long products[kNumbers];
  static struct { int value, index; } places[kNumbers], lowest[kNumbers];
  static unsigned char bits[kNumbers], together[kNumbers];
  for (int i = 0; i < kNumbers; ++i) {
    mine[i] = i * (me + 1);
    products[i] = i % 5 == me % 5 ? 2 : 1;
    places[i].value = (i + me) % members / 2;
    places[i].index = me;
    bits[i] = (unsigned char)(1 << (me + i) % 8);
  }
  MPI_Allreduce(mine, sums, kNumbers, MPI_INT, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, products, kNumbers, MPI_LONG, MPI_PROD, comm);
  MPI_Allreduce(places, lowest, kNumbers, MPI_2INT, MPI_MINLOC, comm);
  MPI_Allreduce(bits, together, kNumbers, MPI_BYTE, MPI_BOR, comm);
  for (int i = 0; i < kNumbers; ++i) {
    long product = 1;
    int value = members, index = 0, all = 0;
    for (int other = 0; other < members; ++other) {
      const int theirs = (i + other) % members / 2;
      product *= i % 5 == other % 5 ? 2 : 1;
      all |= 1 << (other + i) % 8;
      if (theirs < value) {
        value = theirs;
        index = other;
      }
    }
    CHECK(sums[i] == i * members * (members + 1) / 2 && products[i] == product);
    CHECK(lowest[i].value == value && lowest[i].index == index && together[i] == all);
  }
}

/* Rounded numbers: added in an order that the algorithm has chosen, whoever comes first. */
static void rounded(void) {
  static double mine[kNumbers], sums[kNumbers], again[kNumbers];
  for (int i = 0; i < kNumbers; ++i)
    mine[i] = 1.0 / (1 + rank + i);
  MPI_Allreduce(mine, sums, kNumbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < size - rank; ++i) /* Come in another order. */
    MPI_Sendrecv(mine, 1, MPI_DOUBLE, rank, 7, again, 1, MPI_DOUBLE, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Allreduce(mine, again, kNumbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  CHECK(memcmp(sums, again, sizeof sums) == 0);
}

/* Several under way, of types with gaps, on a communicator that is freed before they end. */
static void underWay(void) {
  static int mine[2 * kNumbers], sums[kCalls][2 * kNumbers];
  MPI_Request requests[kCalls];
  MPI_Datatype every_other;
  MPI_Comm copy;
  MPI_Type_vector(kNumbers, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  memset(sums, 0, sizeof sums);
  for (int call = 0; call < kCalls; ++call) {
    for (int i = 0; i < 2 * kNumbers; ++i)
      mine[i] = call * 1000 + i + rank;
    MPI_Iallreduce(mine, sums[call], 1, every_other, MPI_MAX, copy, &requests[call]);
    MPI_Wait(&requests[call], MPI_STATUS_IGNORE);
    MPI_Iallreduce(sums[call], sums[call] + 1, 1, every_other, MPI_MIN, call % 2 != 0 ? copy : MPI_COMM_WORLD,
                   &requests[call]);
  }
  MPI_Type_free(&every_other);
  MPI_Comm_free(&copy);
  MPI_Waitall(kCalls, requests, MPI_STATUSES_IGNORE);
  for (int call = 0; call < kCalls; ++call)
    for (int i = 0; i < 2 * kNumbers - 1; ++i)
      CHECK(sums[call][i] == call * 1000 + i / 2 * 2 + size - 1);
}

static void gathered(void) {
  int *const all = malloc((size_t)size * (kNumbers + size) * sizeof *all),
            *const counts = malloc(2 * size * sizeof *counts);
  int *const places = counts + size, *const mine = malloc((kNumbers + size) * sizeof *mine);
  for (int i = 0; i < kNumbers + size; ++i)
    mine[i] = rank * 10000 + i;
  MPI_Allgather(mine, kNumbers, MPI_INT, all, kNumbers, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size * kNumbers; ++i)
    CHECK(all[i] == i / kNumbers * 10000 + i % kNumbers);
  memset(all, 0, (size_t)size * kNumbers * sizeof *all);
  memcpy(all + rank * kNumbers, mine, kNumbers * sizeof *all);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, kNumbers, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size * kNumbers; ++i)
    CHECK(all[i] == i / kNumbers * 10000 + i % kNumbers);
  /* The last rank's part comes first, none touches the next, every third is empty. */
  int room = 0;
  for (int other = size - 1; other >= 0; --other) {
    counts[other] = other % 3 == 1 ? 0 : kNumbers - other;
    places[other] = room;
    room += counts[other] + (other > 0 ? 1 : 0);
  }
  memset(all, 0xff, (size_t)room * sizeof *all);
  MPI_Allgatherv(mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
  for (int other = 0; other < size; ++other) {
    for (int i = 0; i < counts[other]; ++i)
      CHECK(all[places[other] + i] == other * 10000 + i);
    CHECK(other == 0 || all[places[other] + counts[other]] == -1);
  }
  free(mine);
  free(counts);
  free(all);
}

int main(int argc, char **argv) {
  MPI_Comm half;
  int me = 0, members = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_rank(half, &me);
  MPI_Comm_size(half, &members);
  for (int i = 0; i < 3; ++i) {
    reductions(MPI_COMM_WORLD, rank, size);
    reductions(half, me, members);
  }
  rounded();
  underWay();
  gathered();
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
