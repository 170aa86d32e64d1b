/* test/integration/mpi/intercommunicators.c - two groups, and everything that passes between them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static int rank, size, local_rank, local_size, remote_size, low_group;
static MPI_Comm local, inter;

/* What the ranks of the other group have in the world: the groups are the even and the odd ranks. */
static int remoteWorldRank(int remote) { return 2 * remote + (low_group ? 1 : 0); }

static void make(void) {
  low_group = rank % 2 == 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &local);
  MPI_Comm_rank(local, &local_rank);
  MPI_Comm_size(local, &local_size);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, low_group ? 1 : 0, 12, &inter);
  int flag, here, there, rank_here;
  MPI_Comm_test_inter(inter, &flag);
  CHECK(flag);
  MPI_Comm_test_inter(local, &flag);
  CHECK(!flag);
  MPI_Comm_size(inter, &here);
  MPI_Comm_remote_size(inter, &there);
  MPI_Comm_rank(inter, &rank_here);
  CHECK(here == local_size && there == size - local_size && rank_here == local_rank);
  remote_size = there;
  MPI_Group world, others;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Comm_remote_group(inter, &others);
  int last = remote_size - 1, translated;
  MPI_Group_translate_ranks(others, 1, &last, world, &translated);
  CHECK(translated == remoteWorldRank(last));
  MPI_Group_free(&world);
  MPI_Group_free(&others);
}

static void messages(void) {
  int data = rank, got = -1;
  MPI_Status status;
  if (local_rank < remote_size) {
    MPI_Sendrecv(&data, 1, MPI_INT, local_rank, 3, &got, 1, MPI_INT, local_rank, 3, inter, &status);
    CHECK(got == remoteWorldRank(local_rank) && status.MPI_SOURCE == local_rank);
  }
}

static void rooted(void) {
  /* Rank 1 of the even group is the root; alone there it is rank 0. */
  const int root_rank = size > 2 ? 1 : 0;
  const int root = low_group ? (local_rank == root_rank ? MPI_ROOT : MPI_PROC_NULL) : root_rank;
  enum { kMost = 64, kLong = 3000 };
  static int data[kMost * kLong], mine[kLong];
  for (int length = 1; length <= kLong; length += kLong - 1) {
    for (int i = 0; i < length; ++i)
      mine[i] = root == MPI_ROOT ? 7 + i : -1;
    MPI_Bcast(mine, length, MPI_INT, root, inter);
    for (int i = 0; i < length && root >= 0; ++i)
      CHECK(mine[i] == 7 + i);
    for (int i = 0; i < length; ++i)
      mine[i] = 10 * local_rank + i;
    MPI_Gather(mine, length, MPI_INT, data, length, MPI_INT, root, inter);
    for (int i = 0; i < length * remote_size && root == MPI_ROOT; ++i)
      CHECK(data[i] == 10 * (i / length) + i % length);
    for (int i = 0; i < length * kMost; ++i)
      data[i] = 3 * i;
    MPI_Scatter(data, length, MPI_INT, mine, length, MPI_INT, root, inter);
    for (int i = 0; i < length && root >= 0; ++i)
      CHECK(mine[i] == 3 * (local_rank * length + i));
    for (int i = 0; i < length; ++i)
      mine[i] = local_rank + i;
    MPI_Reduce(mine, data, length, MPI_INT, MPI_SUM, root, inter);
    for (int i = 0; i < length && root == MPI_ROOT; ++i)
      CHECK(data[i] == remote_size * (remote_size - 1) / 2 + remote_size * i);
  }
  int counts[kMost], places[kMost], next = 0;
  for (int i = 0; i < remote_size; ++i) {
    counts[i] = i + 1;
    places[i] = next;
    next += i + 2;
  }
  for (int i = 0; i <= local_rank; ++i)
    mine[i] = 100 * local_rank + i;
  MPI_Gatherv(mine, local_rank + 1, MPI_INT, data, counts, places, MPI_INT, root, inter);
  for (int from = 0; from < remote_size && root == MPI_ROOT; ++from)
    for (int i = 0; i < counts[from]; ++i)
      CHECK(data[places[from] + i] == 100 * from + i);
  MPI_Scatterv(data, counts, places, MPI_INT, mine, local_rank + 1, MPI_INT, root, inter);
  for (int i = 0; i <= local_rank && root >= 0; ++i)
    CHECK(mine[i] == 100 * local_rank + i);
}

static void everywhere(void) {
  enum { kMost = 64 };
  int mine[kMost], data[kMost], counts[kMost], places[kMost], out_counts[kMost], ones[kMost];
  MPI_Request request;
  MPI_Barrier(inter);
  mine[0] = rank;
  MPI_Allgather(mine, 1, MPI_INT, data, 1, MPI_INT, inter);
  for (int i = 0; i < remote_size; ++i)
    CHECK(data[i] == remoteWorldRank(i));
  for (int i = 0; i < remote_size; ++i) {
    counts[i] = 1;
    places[i] = remote_size - 1 - i;
  }
  MPI_Iallgatherv(mine, 1, MPI_INT, data, counts, places, MPI_INT, inter, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < remote_size; ++i)
    CHECK(data[remote_size - 1 - i] == remoteWorldRank(i));
  for (int i = 0; i < remote_size; ++i) {
    mine[i] = 100 * local_rank + i;
    ones[i] = i;
    out_counts[i] = 1;
  }
  MPI_Alltoall(mine, 1, MPI_INT, data, 1, MPI_INT, inter);
  for (int i = 0; i < remote_size; ++i)
    CHECK(data[i] == 100 * i + local_rank);
  MPI_Alltoallv(mine, out_counts, ones, MPI_INT, data, counts, places, MPI_INT, inter);
  for (int i = 0; i < remote_size; ++i)
    CHECK(data[places[i]] == 100 * i + local_rank);
  int value = local_rank + 1, sum = -1;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, inter);
  CHECK(sum == remote_size * (remote_size + 1) / 2);
  /* As many elements in all on both sides: each rank of a group gets the size of the other one. */
  int vector[kMost * kMost], part[kMost];
  for (int i = 0; i < local_size * remote_size; ++i)
    vector[i] = i;
  MPI_Reduce_scatter_block(vector, part, remote_size, MPI_INT, MPI_SUM, inter);
  for (int i = 0; i < remote_size; ++i)
    CHECK(part[i] == remote_size * (local_rank * remote_size + i));
}

static void derived(void) {
  MPI_Comm copy, later, all, half;
  MPI_Request request;
  int result, flag, count, me, value, sum;
  MPI_Comm_dup(inter, &copy);
  MPI_Comm_compare(inter, copy, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_idup(copy, &later, &request);
  MPI_Comm_free(&copy);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_remote_size(later, &count);
  CHECK(count == remote_size);
  MPI_Barrier(later);
  MPI_Comm_free(&later);

  /* The odd group goes first. */
  MPI_Intercomm_merge(inter, low_group, &all);
  MPI_Comm_test_inter(all, &flag);
  MPI_Comm_size(all, &count);
  MPI_Comm_rank(all, &me);
  CHECK(!flag && count == size && me == (low_group ? remote_size + local_rank : local_rank));
  value = rank;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, all);
  CHECK(sum == size * (size - 1) / 2);
  MPI_Comm_free(&all);

  /* Rank 0 of each group stays out; the rest is one inter-communicator, if both groups have a rest. */
  MPI_Comm_split(inter, local_rank == 0 ? MPI_UNDEFINED : 5, -local_rank, &half);
  if (local_rank == 0 || remote_size == 1) {
    CHECK(half == MPI_COMM_NULL);
  } else {
    MPI_Comm_remote_size(half, &count);
    MPI_Comm_rank(half, &me);
    CHECK(count == remote_size - 1 && me == local_size - 1 - local_rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_MAX, half);
    CHECK(sum == remoteWorldRank(remote_size - 1));
    MPI_Comm_free(&half);
  }
  MPI_Group group, first;
  int zero = 0;
  MPI_Comm_group(inter, &group);
  MPI_Group_incl(group, 1, &zero, &first);
  MPI_Comm_create(inter, first, &half);
  CHECK((half != MPI_COMM_NULL) == (local_rank == 0));
  if (half != MPI_COMM_NULL) {
    MPI_Bcast(&rank, 1, MPI_INT, low_group ? MPI_ROOT : 0, half);
    rank = low_group ? rank : 1;
    MPI_Comm_free(&half);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&first);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  make();
  messages();
  rooted();
  everywhere();
  derived();
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
  MPI_Finalize();
  return 0;
}
