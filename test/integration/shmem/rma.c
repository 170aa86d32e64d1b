/* test/integration/shmem/rma.c - puts and gets of all kinds, fence, quiet, contexts, signals
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <stdint.h>
#include <string.h>

enum { N = 5000 };
static int me, size, right, left;
static long global[N];
static uint64_t signal_of_left;

/* Globals and blocks of the heap; sources on the stack and in memory that is not symmetric. */
static void contiguous(void) {
  long *const block = shmem_malloc(N * sizeof *block);
  static const long constant[3] = {7, 8, 9};
  long mine[N], got[N];
  for (int i = 0; i < N; ++i)
    mine[i] = 1000000L * me + i;
  shmem_long_put(global, mine, N, right);
  shmem_putmem(block, mine, N * sizeof *mine, right);
  mine[0] = -1; /* A put that has returned needs its source no more. */
  shmem_barrier_all();
  CHECK(global[0] == 1000000L * left && block[0] == 1000000L * left);
  CHECK(global[N - 1] == 1000000L * left + N - 1 && block[N - 1] == global[N - 1]);
  shmem_get(got, global, N, right);
  CHECK(got[17] == 1000000L * me + 17);
  shmem_put(block, constant, 3, left);
  shmem_quiet();
  shmem_get64(got, block, 3, left);
  CHECK(got[0] == 7 && got[2] == 9 && got[1] == 8);
  shmem_barrier_all();
  shmem_free(block);
}

static void single_and_strided(void) {
  static int32_t grid[12];
  int32_t row[3] = {1 + me, 2 + me, 3 + me}, back[9] = {0};
  shmem_p(&global[3], 77L + me, right);
  shmem_int32_iput(grid, row, 4, 1, 3, right);
  shmem_barrier_all();
  CHECK(global[3] == 77 + left && grid[0] == 1 + left && grid[4] == 2 + left && grid[8] == 3 + left && grid[1] == 0);
  shmem_iget32(back, grid, 3, 4, 3, left);
  CHECK(back[0] == 1 + (left + size - 1) % size && back[3] == back[0] + 1 && back[6] == back[0] + 2 && back[1] == 0);
  CHECK(shmem_g(&global[3], right) == 77 + me);
  shmem_barrier_all();
}

/* The value of the last put before a fence is seen behind it, and quiet completes what is not blocking. */
static void ordered(void) {
  static long data, flag;
  if (me == 0)
    for (long i = 1; i <= 50; ++i) {
      shmem_long_put_nbi(&data, &i, 1, size - 1);
      shmem_fence();
      shmem_p(&flag, i, size - 1);
      shmem_fence();
    }
  if (me == size - 1) {
    shmem_wait_until(&flag, SHMEM_CMP_EQ, 50);
    CHECK(data == 50);
  }
  long got = 0;
  shmem_barrier_all();
  shmem_get_nbi(&got, &data, 1, size - 1);
  shmem_quiet();
  CHECK(got == 50);
  shmem_barrier_all();
}

static void by_context(void) {
  shmem_ctx_t context;
  shmem_team_t team;
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &context) == 0);
  CHECK(shmem_ctx_get_team(context, &team) == 0 && team == SHMEM_TEAM_WORLD);
  shmem_ctx_long_p(context, &global[9], 90 + me, right);
  shmem_ctx_fence(context);
  shmem_ctx_quiet(context);
  CHECK(shmem_g(context, &global[9], right) == 90 + me);
  shmem_sync_all(); /* Each has got its own. */
  shmem_put(context, &global[10], &global[9], 1, right);
  shmem_ctx_destroy(context);
  shmem_sync_all();
  CHECK(shmem_long_g(&global[10], me) == 90 + (left + size - 1) % size || size == 1);
  shmem_barrier_all();
}

static void with_signals(void) {
  double values[100];
  static double incoming[100];
  for (int i = 0; i < 100; ++i)
    values[i] = me + i;
  shmem_put_signal(incoming, values, 100, &signal_of_left, 5, SHMEM_SIGNAL_SET, right);
  CHECK(shmem_signal_wait_until(&signal_of_left, SHMEM_CMP_EQ, 5) == 5);
  CHECK(incoming[99] == left + 99);
  shmem_barrier_all();
  shmem_double_put_signal_nbi(incoming, values, 100, &signal_of_left, 3, SHMEM_SIGNAL_ADD, right);
  while (shmem_signal_fetch(&signal_of_left) != 8)
    ;
  CHECK(incoming[0] == left);
  shmem_barrier_all();
}

static void reached(void) {
  CHECK(shmem_pe_accessible(right) && !shmem_pe_accessible(size) && !shmem_pe_accessible(-1));
  int local = 0;
  CHECK(shmem_addr_accessible(global, right) && !shmem_addr_accessible(&local, right));
  CHECK(shmem_ptr(global, me) == global && shmem_ptr(&local, me) == NULL);
  long *const there = shmem_ptr(&global[20], right);
  if (there != NULL)
    *there = 2000 + me; /* On the same node. */
  else
    shmem_p(&global[20], 2000L + me, right);
  shmem_barrier_all();
  CHECK(global[20] == 2000 + left);
}

/* Freeing is behind all puts: none is seen in the next block at the place. */
static void freed(void) {
  for (int i = 0; i < 20; ++i) {
    long *const block = shmem_malloc(sizeof *block), one = 1;
    shmem_long_put_nbi(block, &one, 1, right);
    shmem_free(block);
    long *const next = shmem_calloc(1, sizeof *next);
    shmem_barrier_all();
    CHECK(*next == 0);
    shmem_free(next);
  }
}

static void allocated(void) {
  for (size_t alignment = 8; alignment <= 1 << 22; alignment *= 8) {
    char *const block = shmem_align(alignment, 100);
    CHECK(block != NULL && (uintptr_t)block % alignment == 0 && block[99] == 0);
    block[99] = 1;
    shmem_free(block);
  }
  CHECK(shmem_align(24, 100) == NULL && shmem_malloc(0) == NULL && shmem_malloc((size_t)1 << 50) == NULL);
  long *numbers = shmem_calloc(5, sizeof *numbers);
  for (int i = 0; i < 5; ++i) {
    CHECK(numbers[i] == 0);
    numbers[i] = 10 * me + i;
  }
  numbers = shmem_realloc(numbers, 3000 * sizeof *numbers);
  CHECK(numbers[4] == 10 * me + 4 && shmem_g(&numbers[4], right) == 10 * right + 4);
  numbers = shmem_realloc(numbers, 2 * sizeof *numbers);
  CHECK(numbers[1] == 10 * me + 1);
  shmem_barrier_all();
  CHECK(shmem_realloc(numbers, 0) == NULL);
  int *const hinted = shmem_malloc_with_hints(sizeof *hinted, SHMEM_MALLOC_ATOMICS_REMOTE);
  CHECK(hinted != NULL && *hinted == 0);
  shmem_free(hinted);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  size = shmem_n_pes();
  right = (me + 1) % size;
  left = (me + size - 1) % size;
  allocated();
  freed();
  contiguous();
  single_and_strided();
  ordered();
  by_context();
  with_signals();
  reached();
  shmem_put(global, global, 0, 12345 % size); /* Nothing. */
  shmem_finalize();
  return 0;
}
