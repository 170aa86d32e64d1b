/* test/integration/shmem/waiting.c - wait and test families
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <stdint.h>

static int me, size;
static int flags[16];
static short little;
static uint64_t wanted[16];

/* PE 0 waits for all others, in several ways. */
static void families(void) {
  int status[16] = {0};
  size_t indices[16];
  if (me > 0 && me < 16)
    shmem_p(&flags[me], me, 0);
  if (me == 0) {
    const size_t count = size < 16 ? (size_t)size : 16;
    status[0] = 1;
    for (size_t left = count - 1; left > 0; --left) {
      const size_t found = shmem_wait_until_any(flags, count, status, SHMEM_CMP_NE, 0);
      CHECK(found > 0 && found < count && flags[found] == (int)found);
      status[found] = 1;
    }
    CHECK(shmem_wait_until_any(flags, count, status, SHMEM_CMP_NE, 0) == SIZE_MAX);
    CHECK(shmem_wait_until_some(flags, count, indices, status, SHMEM_CMP_NE, 0) == 0);
    CHECK(shmem_test_any(flags, count, status, SHMEM_CMP_NE, 0) == SIZE_MAX);
    CHECK(shmem_test_all(flags, count, status, SHMEM_CMP_EQ, -1));
  }
  shmem_barrier_all();
  flags[0] = 0;
  if (me > 0 && me < 16)
    shmem_int_p(&flags[me], 2 * me, 0);
  if (me == 0) {
    const size_t count = size < 16 ? (size_t)size : 16;
    int values[16];
    size_t found = 0;
    for (int i = 0; i < 16; ++i)
      values[i] = 2 * i;
    shmem_wait_until_all_vector(flags, count, NULL, SHMEM_CMP_EQ, values);
    found = shmem_wait_until_some(flags, count, indices, NULL, SHMEM_CMP_GE, 0);
    CHECK(found == count && indices[count - 1] == count - 1);
    CHECK(shmem_test_some_vector(flags, count, indices, NULL, SHMEM_CMP_EQ, values) == count);
    CHECK(shmem_test_all_vector(flags, count, NULL, SHMEM_CMP_EQ, values));
  }
  shmem_barrier_all();
}

static void comparisons(void) {
  static long value;
  value = 5;
  CHECK(shmem_test(&value, SHMEM_CMP_EQ, 5) && !shmem_test(&value, SHMEM_CMP_NE, 5));
  CHECK(shmem_test(&value, SHMEM_CMP_GT, 4) && !shmem_test(&value, SHMEM_CMP_GT, 5));
  CHECK(shmem_test(&value, SHMEM_CMP_LE, 5) && !shmem_test(&value, SHMEM_CMP_LE, 4));
  CHECK(shmem_test(&value, SHMEM_CMP_LT, 6) && shmem_test(&value, SHMEM_CMP_GE, 5));
}

/* A chain: each PE waits for the one before it. */
static void chain(void) {
  if (me == 0)
    shmem_short_p(&little, 1, 1 % size);
  shmem_short_wait_until(&little, SHMEM_CMP_GT, 0);
  if (me > 0)
    shmem_short_p(&little, (short)(me + 1), (me + 1) % size);
  shmem_barrier_all();
  CHECK(size == 1 || little == (me == 0 ? size : me));
  if (me == 0)
    for (int pe = 0; pe < size; ++pe)
      shmem_uint64_p(&wanted[3], 40 + (uint64_t)pe, pe);
  int looks = 0;
  while (!shmem_test(&wanted[3], SHMEM_CMP_EQ, 40 + (uint64_t)me))
    ++looks;
  CHECK(looks >= 0);
  shmem_barrier_all();
}

/* What is stored through a pointer is seen by who waits for it. */
static void stored(void) {
  static long word;
  const int right = (me + 1) % size;
  long *const there = shmem_ptr(&word, right);
  if (there != NULL)
    *there = 6;
  else
    shmem_p(&word, 6L, right);
  shmem_wait_until(&word, SHMEM_CMP_EQ, 6);
  shmem_barrier_all();
}

int main(void) {
  start_pes(0);
  me = _my_pe();
  size = _num_pes();
  families();
  comparisons();
  chain();
  stored();
  start_pes(0);
  return 0;
}
