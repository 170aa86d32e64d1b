/* test/integration/mpi/one_sided_faults.c - wrong uses of windows, one for each word
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

/* Both ranks write what the other one writes, then what it reads; a wait for a request does not bring a put into the
 * window. */
static void conflicts(int rank, MPI_Win win) {
  int got;
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(&got, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  else
    MPI_Accumulate(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Request request;
    MPI_Rput(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get(&got, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
}

/* Nothing here is a conflict: what reads is through when its origin has the value, whatever comes to the window
 * then. */
static void readsFirst(int rank, MPI_Win win) {
  int got, value = rank;
  MPI_Group world, origins;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Get(&got, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Rget_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_NO_OP, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    /* Accumulations of one rank on one place keep their order. */
    MPI_Accumulate(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Get(&got, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
  MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_NO_OP, win);
  MPI_Win_unlock_all(win);
  /* One exposure epoch: rank 0 reads its own window, then rank 1 writes there. */
  const int both[2] = {0, 1};
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 2, both, &origins);
  if (rank == 0)
    MPI_Win_post(origins, 0, win);
  MPI_Group target;
  MPI_Group_incl(world, 1, both, &target);
  if (rank == 1)
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_start(target, 0, win);
  if (rank == 0)
    MPI_Get(&got, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  else
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  MPI_Win_complete(win);
  if (rank == 0) {
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&origins);
  MPI_Group_free(&target);
}

/* Nor here: other bytes, other epochs, accumulations of one kind, exclusive locks, a flush between. */
static void apart(int rank, MPI_Win win) {
  int got, one = 1;
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);
  MPI_Fetch_and_op(&one, &got, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const char *const fault = argv[1];
  if (strcmp(fault, "epoch") == 0) {
    if (rank == 1)
      MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  } else if (strcmp(fault, "range") == 0) {
    MPI_Win_fence(0, win);
    if (rank == 1)
      MPI_Put(&rank, 1, MPI_INT, 0, 4, 1, MPI_INT, win);
  } else if (strcmp(fault, "lock") == 0) {
    /* Each holds its own memory and wants the other's. */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
  } else if (strcmp(fault, "conflicts") == 0) {
    conflicts(rank, win);
    MPI_Win_free(&win);
  } else if (strcmp(fault, "apart") == 0) {
    apart(rank, win);
    readsFirst(rank, win);
    MPI_Win_free(&win);
  } else if (strcmp(fault, "free") == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_free(&win);
  } else if (strcmp(fault, "shared") == 0) {
    int *base;
    MPI_Win other;
    MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &other);
  }
  MPI_Finalize();
  return 0;
}
