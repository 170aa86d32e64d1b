/* test/integration/shmem/collectives.c - collectives of teams and of active sets
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <stdlib.h>

static int me, size;
static long sync_work[SHMEM_SYNC_SIZE];

static void broadcasts(size_t count) {
  int *const source = shmem_calloc(count, sizeof *source), *const dest = shmem_calloc(count, sizeof *dest);
  for (int root = 0; root < size; ++root) {
    for (size_t i = 0; i < count; ++i) {
      source[i] = 100 * me + (int)(i % 100);
      dest[i] = -1;
    }
    shmem_barrier_all();
    CHECK(shmem_broadcast(SHMEM_TEAM_WORLD, dest, source, count, root) == 0);
    CHECK(dest[0] == 100 * root && dest[count - 1] == 100 * root + (int)((count - 1) % 100));
    dest[0] = -1;
    shmem_barrier_all();
    shmem_broadcast32(dest, source, count, root, 0, 0, size, sync_work);
    CHECK(dest[0] == (me == root ? -1 : 100 * root)); /* Of an active set, the root's own stays. */
  }
  shmem_free(dest);
  shmem_free(source);
}

static void collects(size_t count) {
  long *const source = shmem_malloc(count * sizeof *source);
  long *const dest = shmem_malloc(count * sizeof *dest * (size_t)size);
  for (size_t i = 0; i < count; ++i)
    source[i] = 1000000L * me + (long)i;
  shmem_fcollect(SHMEM_TEAM_WORLD, dest, source, count);
  for (int pe = 0; pe < size; ++pe)
    CHECK(dest[(size_t)pe * count] == 1000000L * pe &&
          dest[(size_t)(pe + 1) * count - 1] == 1000000L * pe + (long)count - 1);
  /* PE p has p % 3 elements. */
  shmem_barrier_all();
  shmem_collect64(dest, source, (size_t)(me % 3) < count ? (size_t)(me % 3) : count, 0, 0, size, sync_work);
  size_t at = 0;
  for (int pe = 0; pe < size; ++pe)
    for (size_t i = 0; i < (size_t)(pe % 3) && i < count; ++i)
      CHECK(dest[at++] == 1000000L * pe + (long)i);
  shmem_barrier_all();
  shmem_free(dest);
  shmem_free(source);
}

static void alltoalls(size_t count) {
  const size_t all = count * (size_t)size;
  long *const source = shmem_malloc(3 * all * sizeof *source), *const dest = shmem_malloc(2 * all * sizeof *dest);
  for (size_t i = 0; i < all; ++i)
    source[i] = 1000000L * me + (long)i;
  CHECK(shmem_alltoall(SHMEM_TEAM_WORLD, dest, source, count) == 0);
  for (int pe = 0; pe < size; ++pe)
    CHECK(dest[(size_t)pe * count] == 1000000L * pe + (long)((size_t)me * count));
  for (size_t i = 0; i < all; ++i) {
    source[3 * i] = 1000000L * me + (long)i;
    dest[2 * i] = dest[2 * i + 1] = -1;
  }
  shmem_alltoalls(SHMEM_TEAM_WORLD, dest, source, 2, 3, count);
  for (int pe = 0; pe < size; ++pe)
    CHECK(dest[2 * (size_t)pe * count] == 1000000L * pe + (long)((size_t)me * count) &&
          dest[2 * (size_t)pe * count + 1] == -1);
  shmem_barrier_all();
  shmem_free(dest);
  shmem_free(source);
}

static void reductions(void) {
  static double sum[2], sum_of[2], work[4];
  static int largest[1], large[1];
  static unsigned char mask[1], all_masks[1];
  static double _Complex product[1], factor[1];
  sum[0] = me;
  sum[1] = 0.5;
  large[0] = me == size / 2 ? 1000 : me;
  mask[0] = (unsigned char)(me == 0 ? 0xf0 : 0x3c);
  factor[0] = 2;
  CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, sum_of, sum, 2) == 0);
  CHECK(sum_of[0] == size * (size - 1) / 2.0 && sum_of[1] == 0.5 * size);
  CHECK(shmem_max_reduce(SHMEM_TEAM_WORLD, largest, large, 1) == 0 && largest[0] == 1000);
  CHECK(shmem_uchar_and_reduce(SHMEM_TEAM_WORLD, all_masks, mask, 1) == 0);
  CHECK(all_masks[0] == (size == 1 ? 0xf0 : 0x30));
  shmem_complexd_prod_reduce(SHMEM_TEAM_WORLD, product, factor, 1);
  CHECK(__real__ product[0] == (double)(1L << size));
  shmem_double_min_to_all(sum_of, sum, 2, 0, 0, size, work, sync_work);
  CHECK(sum_of[0] == 0 && sum_of[1] == 0.5);
  shmem_sum_reduce(SHMEM_TEAM_WORLD, sum, sum, 2); /* In place. */
  CHECK(sum[0] == size * (size - 1) / 2.0);
}

/* Every other PE, as a team and as an active set. */
static void subsets(void) {
  shmem_team_t even = SHMEM_TEAM_INVALID, none = SHMEM_TEAM_INVALID, row, column;
  static int source, dest;
  const int members = (size + 1) / 2;
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, members, NULL, 0, &even) == 0);
  CHECK((even != SHMEM_TEAM_INVALID) == (me % 2 == 0));
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, size + 1, NULL, 0, &none) != 0 || size == 1);
  CHECK(none == SHMEM_TEAM_INVALID || size == 1);
  source = me;
  if (me % 2 == 0) {
    CHECK(shmem_team_n_pes(even) == members && shmem_team_my_pe(even) == me / 2);
    CHECK(shmem_team_translate_pe(even, members - 1, SHMEM_TEAM_WORLD) == 2 * (members - 1));
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 1 % size, even) == (size == 1 ? 0 : -1));
    CHECK(shmem_sum_reduce(even, &dest, &source, 1) == 0 && dest == members * (members - 1));
    CHECK(shmem_team_sync(even) == 0 && shmem_sync(even) == 0);
    shmem_barrier(0, 1, members, sync_work);
    shmem_sync(0, 1, members, sync_work);
    shmem_ctx_t context;
    CHECK(shmem_team_create_ctx(even, 0, &context) == 0);
    shmem_ctx_int_p(context, &dest, 500 + me, (me / 2 + 1) % members);
    shmem_ctx_quiet(context);
    shmem_team_sync(even);
    CHECK(dest == 500 + 2 * ((me / 2 + members - 1) % members));
    shmem_team_destroy(even);
  } else {
    CHECK(shmem_team_my_pe(even) == -1 && shmem_team_n_pes(even) == -1);
  }
  CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column) == 0);
  CHECK(shmem_team_my_pe(row) == me % 2 && shmem_team_my_pe(column) == me / 2);
  CHECK(shmem_team_n_pes(row) == (me / 2 * 2 + 1 < size ? 2 : 1));
  CHECK(shmem_max_reduce(column, &dest, &source, 1) == 0 && dest == (size - 1 - me) / 2 * 2 + me);
  shmem_team_destroy(row);
  shmem_team_destroy(column);
  CHECK(shmem_team_n_pes(SHMEM_TEAM_SHARED) >= 1 && shmem_team_my_pe(SHMEM_TEAM_SHARED) >= 0);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  size = shmem_n_pes();
  broadcasts(1);
  broadcasts(3000);
  collects(1);
  collects(5);
  collects(4000); /* Round the ring. */
  alltoalls(1);
  alltoalls(700);
  reductions();
  subsets();
  for (int i = 0; i < 10; ++i) /* PEs that are fast are a barrier ahead of others. */
    shmem_barrier_all();
  shmem_finalize();
  return 0;
}
