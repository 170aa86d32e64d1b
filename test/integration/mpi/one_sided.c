/* test/integration/mpi/one_sided.c - windows, operations on them, and their epochs
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <stddef.h>
#include <string.h>

static int rank, size;

/* Each rank puts into its right neighbour, and gets from its left one; the windows are on the stack. */
static void fences(void) {
  int memory[8], got[4] = {0};
  for (int i = 0; i < 8; ++i)
    memory[i] = -rank - 1;
  MPI_Win win;
  CHECK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win) == MPI_SUCCESS);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int out[4] = {rank, rank + 1, rank + 2, rank + 3};
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(out, 4, MPI_INT, right, 2, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; ++i)
    CHECK(memory[2 + i] == left + i);
  CHECK(memory[1] == -rank - 1 && memory[6] == -rank - 1);
  MPI_Get(got, 4, MPI_INT, left, 2, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; ++i)
    CHECK(got[i] == (left + size - 1) % size + i);

  /* Every second element of the target, in one piece here. */
  MPI_Datatype strided;
  MPI_Type_vector(3, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  MPI_Put(out, 3, MPI_INT, right, 0, 1, strided, win);
  MPI_Type_free(&strided);
  MPI_Put(out, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; ++i)
    CHECK(memory[2 * i] == left + i);

  /* All ranks add to rank 0. */
  memory[7] = 0;
  MPI_Win_fence(0, win);
  int one = rank + 1;
  MPI_Accumulate(&one, 1, MPI_INT, 0, 7, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  CHECK(memory[7] == (rank == 0 ? size * (size + 1) / 2 : 0));
  CHECK(MPI_Win_free(&win) == MPI_SUCCESS && win == MPI_WIN_NULL);
}

/* Even ranks expose, odd ranks access the rank below. */
static void postAndStart(void) {
  static double memory[3];
  memory[0] = memory[1] = memory[2] = 0;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group world, partner;
  MPI_Win_get_group(win, &world);
  const int other = rank ^ 1;
  if (other < size) {
    MPI_Group_incl(world, 1, &other, &partner);
    for (int round = 1; round <= 3; ++round) {
      if (rank % 2 == 0) {
        MPI_Win_post(partner, 0, win);
        if (round == 2) {
          int flag = 0;
          while (!flag)
            MPI_Win_test(win, &flag);
        } else {
          MPI_Win_wait(win);
        }
        CHECK(memory[1] == rank + 1 + round * 0.5);
      } else {
        const double value = rank + round * 0.5;
        double before = -1;
        MPI_Win_start(partner, 0, win);
        MPI_Get_accumulate(&value, 1, MPI_DOUBLE, &before, 1, MPI_DOUBLE, other, 1, 1, MPI_DOUBLE, MPI_REPLACE, win);
        MPI_Win_complete(win);
        CHECK(before == (round == 1 ? 0 : rank + (round - 1) * 0.5));
      }
    }
    MPI_Group_free(&partner);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
}

/* A counter that all ranks increment, in every way that reads and writes at once. */
static void locks(void) {
  long *memory;
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, 4 * sizeof(long));
  MPI_Barrier(MPI_COMM_WORLD);
  const long one = 1;
  long before = -1;
  for (int i = 0; i < 3; ++i) {
    /* Read, add, write under an exclusive lock: no increment is lost. */
    long value = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_unlock(0, win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&one, &before, MPI_LONG, 0, 1, MPI_SUM, win);
    MPI_Win_flush_local(0, win);
    CHECK(before >= i && before < 3 * size);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; ++i) {
    long expected = 0, found = -1;
    for (;;) { /* compare and swap until nobody came between */
      const long next = expected + 1;
      MPI_Compare_and_swap(&next, &expected, &found, MPI_LONG, 0, 2, win);
      MPI_Win_flush(0, win);
      if (found == expected)
        break;
      expected = found;
    }
  }
  MPI_Request request;
  MPI_Status status;
  MPI_Raccumulate(&one, 1, MPI_LONG, (rank + 1) % size, 3, 1, MPI_LONG, MPI_SUM, win, &request);
  MPI_Wait(&request, &status);
  MPI_Win_flush_all(win);
  long got = -1;
  MPI_Rget(&got, 1, MPI_LONG, (rank + 1) % size, 3, 1, MPI_LONG, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == 1);
  const long two = 2;
  MPI_Rput(&two, 1, MPI_LONG, (rank + 1) % size, 3, 1, MPI_LONG, win, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE); /* The buffer is free; only the flush brings it into the window. */
  MPI_Win_flush((rank + 1) % size, win);
  MPI_Rget_accumulate(&one, 1, MPI_LONG, &got, 1, MPI_LONG, (rank + 1) % size, 3, 1, MPI_LONG, MPI_NO_OP, win,
                      &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == 2);
  MPI_Win_flush_local_all(win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    CHECK(memory[0] == 3 * size && memory[1] == 3 * size && memory[2] == 3 * size);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}

/* One rank waits in a loop for what another puts. */
static void waitsInALoop(void) {
  volatile int *flag;
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    while (*flag == 0)
      MPI_Win_sync(win);
    CHECK(*flag == 42);
  } else if (rank == 1) {
    const int value = 42;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void sharedMemory(void) {
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int node_rank, node_size;
  MPI_Comm_rank(node, &node_rank);
  MPI_Comm_size(node, &node_size);
  int *mine, *theirs, unit;
  MPI_Aint bytes;
  MPI_Win win;
  /* Rank 0 of the node gives no memory. */
  MPI_Win_allocate_shared(node_rank == 0 ? 0 : 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_fence(0, win);
  if (node_rank != 0)
    mine[0] = mine[1] = 10 + node_rank;
  MPI_Win_fence(0, win);
  for (int i = 1; i < node_size; ++i) {
    MPI_Win_shared_query(win, i, &bytes, &unit, &theirs);
    CHECK(bytes == 2 * sizeof(int) && unit == sizeof(int) && theirs[1] == 10 + i);
  }
  int *first;
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first);
  if (node_size > 2)
    CHECK(first[2] == 12); /* one after the other */
  MPI_Win_free(&win);
  MPI_Comm_free(&node);
}

static void dynamicWindows(void) {
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int *memory = malloc(4 * sizeof(int));
  memory[3] = -1;
  /* Two pieces that touch are one to an operation. */
  CHECK(MPI_Win_attach(win, memory, 2 * sizeof(int)) == MPI_SUCCESS);
  CHECK(MPI_Win_attach(win, memory + 2, 2 * sizeof(int)) == MPI_SUCCESS);
  MPI_Aint here, there;
  MPI_Get_address(memory, &here);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Sendrecv(&here, 1, MPI_AINT, left, 0, &there, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, right, MPI_Aint_add(there, 3 * sizeof(int)), 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(memory[3] == left);
  const int all[4] = {rank, rank, rank, rank};
  MPI_Put(all, 4, MPI_INT, right, there, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(memory[0] == left && memory[3] == left);
  MPI_Win_detach(win, memory);
  MPI_Win_detach(win, memory + 2);
  free(memory);
  MPI_Win_free(&win);
}

static int deleted;
static int onDelete(MPI_Win win, int keyval, void *value, void *extra) {
  (void)win, (void)keyval;
  deleted += *(int *)value + *(int *)extra;
  return MPI_SUCCESS;
}

static int handled;
static void onError(MPI_Win *win, int *code, ...) {
  (void)win;
  MPI_Error_class(*code, &handled);
}

static int errorOf(int code) {
  int class_of;
  MPI_Error_class(code, &class_of);
  return class_of;
}

static void properties(void) {
  char memory[24], text[MPI_MAX_OBJECT_NAME];
  int length, flag, keyval, value = 5, extra = 2;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win);
  void *base;
  MPI_Aint *bytes;
  int *number;
  MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
  CHECK(flag && base == memory);
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
  CHECK(flag && *bytes == 24);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &number, &flag);
  CHECK(flag && *number == 4);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag);
  CHECK(flag && *number == MPI_WIN_FLAVOR_CREATE);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &number, &flag);
  CHECK(flag && *number == MPI_WIN_UNIFIED);
  MPI_Win_get_name(win, text, &length);
  CHECK(length == 0);
  MPI_Win_set_name(win, "mine");
  MPI_Win_get_name(win, text, &length);
  CHECK(length == 4 && strcmp(text, "mine") == 0);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  MPI_Win_get_info(win, &info);
  MPI_Info_get(info, "no_locks", 8, text, &flag);
  CHECK(flag && strcmp(text, "true") == 0);
  MPI_Info_free(&info);

  MPI_Win_create_keyval(MPI_WIN_DUP_FN, onDelete, &keyval, &extra);
  MPI_Win_set_attr(win, keyval, &value);
  int copy_of_key = keyval;
  MPI_Win_free_keyval(&keyval);
  CHECK(keyval == MPI_KEYVAL_INVALID);
  MPI_Win_get_attr(win, copy_of_key, &number, &flag);
  CHECK(flag && *number == 5);
  MPI_Win_delete_attr(win, copy_of_key);
  CHECK(deleted == 7);
  deleted = 0;
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, onDelete, &keyval, &extra);
  MPI_Win_set_attr(win, keyval, &value);

  MPI_Errhandler handler, read_back;
  MPI_Win_create_errhandler(onError, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Win_get_errhandler(win, &read_back);
  CHECK(read_back == handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK(handled == MPI_ERR_OTHER);

  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  CHECK(errorOf(MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win)) == MPI_ERR_RMA_SYNC);
  CHECK(errorOf(MPI_Win_unlock(0, win)) == MPI_ERR_RMA_SYNC);
  CHECK(errorOf(MPI_Win_complete(win)) == MPI_ERR_RMA_SYNC);
  CHECK(errorOf(MPI_Win_wait(win)) == MPI_ERR_RMA_SYNC);
  CHECK(errorOf(MPI_Win_flush(0, win)) == MPI_ERR_RMA_SYNC);
  CHECK(errorOf(MPI_Win_lock(77, 0, 0, win)) == MPI_ERR_LOCKTYPE);
  CHECK(errorOf(MPI_Win_lock(MPI_LOCK_SHARED, 3, 0, win)) == MPI_ERR_RANK);
  CHECK(errorOf(MPI_Win_fence(1 << 25, win)) == MPI_ERR_ASSERT);
  CHECK(errorOf(MPI_Win_attach(win, memory, 4)) == MPI_ERR_RMA_FLAVOR);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  CHECK(errorOf(MPI_Put(memory, 1, MPI_INT, 0, 6, 1, MPI_INT, win)) == MPI_ERR_RMA_RANGE);
  CHECK(errorOf(MPI_Put(memory, 1, MPI_INT, 0, -1, 1, MPI_INT, win)) == MPI_ERR_DISP);
  CHECK(errorOf(MPI_Put(memory, 2, MPI_INT, 0, 0, 1, MPI_INT, win)) == MPI_ERR_TYPE);
  CHECK(errorOf(MPI_Accumulate(memory, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BAND, win)) == MPI_ERR_OP);
  CHECK(errorOf(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)) == MPI_ERR_RMA_SYNC);
  CHECK(errorOf(MPI_Win_free(&win)) == MPI_ERR_RMA_SYNC);
  MPI_Win_unlock(0, win);
  CHECK(MPI_Win_free(&win) == MPI_SUCCESS);
  CHECK(deleted == 7);
}

/* Memory that is not there: times and sizes only. */
static void phantomWindows(void) {
  MPI_Win win;
  char real[8] = "kept";
  MPI_Win_create(NULL, 1 << 30, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const double begin = MPI_Wtime();
  MPI_Win_fence(0, win);
  MPI_Put(NULL, 1 << 20, MPI_BYTE, (rank + 1) % size, 1 << 20, 1 << 20, MPI_BYTE, win);
  MPI_Get(real, 8, MPI_BYTE, (rank + 1) % size, 0, 8, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  CHECK(MPI_Wtime() - begin > 1e-6);
  CHECK(strcmp(real, "kept") == 0);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fences();
  postAndStart();
  locks();
  if (size > 1)
    waitsInALoop();
  sharedMemory();
  dynamicWindows();
  properties();
  phantomWindows();
  MPI_Finalize();
  return 0;
}
