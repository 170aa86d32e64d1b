/* test/integration/tool/programs/puts_of_all_kinds.c - calls of each family of OpenSHMEM, in a ring
 * SPDX-License-Identifier: Apache-2.0
 */
/* usage: puts_of_all_kinds ROUNDS
 * What one PE waits for, another writes: by a put of the variable alone, of a block that it is in, by an atomic
 * operation and by a signal. Uses what OpenSHMEM 1.4 has, and with 1.5 teams and signals, too. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HAS_TEAMS (SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5)

static long flag, lock, total, pair[2];
static long pSync[SHMEM_COLLECT_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE];
static long pWrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE];

int main(int argc, char **argv) {
  const long rounds = argc > 1 ? atol(argv[1]) : 3;
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes, before = (me + pes - 1) % pes;
  double *const block = shmem_malloc(1000 * sizeof *block);
  long *const counters = shmem_calloc(8, sizeof *counters);
  int *const narrow = shmem_calloc(4, sizeof *narrow);
  static double mine[1000];
  static double gathered[1024]; /* Of so many PEs at most. */
  for (size_t i = 0; i < sizeof pSync / sizeof *pSync; ++i)
    pSync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  for (long round = 1; round <= rounds; ++round) {
    memset(mine, (int)round, sizeof mine);
    shmem_double_put(block, mine, 1000, next);
    shmem_fence();
    shmem_long_p(&flag, round, next); /* That the block is there. */
    shmem_long_wait_until(&flag, SHMEM_CMP_GE, round);

    const long both[2] = {round, round};
    shmem_putmem(pair, both, sizeof both, before);
    shmem_long_wait_until(&pair[1], SHMEM_CMP_GE, round);

    shmem_long_atomic_add(&counters[2], 1, next);
    shmem_long_atomic_inc(&counters[2], before);
    while (!shmem_long_test(&counters[2], SHMEM_CMP_GE, 2 * round))
      ;
    (void)shmem_int_atomic_fetch_add(&narrow[1], 1, next);
    shmem_int_wait_until(&narrow[1], SHMEM_CMP_GE, (int)round);

    shmem_double_iput(block, mine, 2, 1, 100, next);
    shmem_double_get_nbi(mine, block, 500, next);
    shmem_quiet();
    (void)shmem_long_g(&counters[2], next);
    shmem_set_lock(&lock);
    shmem_clear_lock(&lock);
    shmem_sync_all();
#if HAS_TEAMS
    shmem_double_put_signal(block, mine, 10, (uint64_t *)&counters[4], 1, SHMEM_SIGNAL_ADD, next);
    (void)shmem_signal_wait_until((uint64_t *)&counters[4], SHMEM_CMP_GE, (uint64_t)round);
#endif
  }
  shmem_barrier_all();
#if HAS_TEAMS
  shmem_team_t half = SHMEM_TEAM_INVALID;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (pes + 1) / 2, NULL, 0, &half); /* The others are in none. */
  shmem_ctx_t context;
  if (half != SHMEM_TEAM_INVALID && shmem_team_create_ctx(half, 0, &context) == 0) {
    shmem_ctx_putmem(context, block, mine, 256, 0);
    shmem_ctx_quiet(context);
    shmem_ctx_destroy(context);
  }
  shmem_team_sync(half);
  shmem_team_destroy(half);
#endif
  static long one = 1;
  shmem_long_sum_to_all(&total, &one, 1, 0, 0, pes, pWrk, pSync + SHMEM_COLLECT_SYNC_SIZE);
  shmem_fcollect64(gathered, block, 1, 0, 0, pes, pSync);
  shmem_barrier_all();
  const int is_right = total == pes && counters[2] == 2 * rounds;
  shmem_free(counters);
  shmem_finalize();
  if (!is_right)
    printf("PE %d: wrong\n", me);
  return !is_right;
}
