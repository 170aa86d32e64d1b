/* test/integration/shmem/atomics.c - atomic operations, locks
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <stdint.h>

static int me, size;
static long counter, owner = -1, lock, inside, most;
static double real = 1.5;
static uint32_t bits;

static void counting(void) {
  const long before = shmem_atomic_fetch_add(&counter, 10L, 0);
  CHECK(before % 10 == 0 && before >= 0 && before < 10L * size);
  shmem_barrier_all();
  CHECK(shmem_atomic_fetch(&counter, 0) == 10L * size);
  shmem_barrier_all();
  shmem_atomic_inc(&counter, 0);
  shmem_long_atomic_add(&counter, -1, 0);
  shmem_barrier_all();
  CHECK(shmem_long_fadd(&counter, 0, 0) == 10L * size);
  const long old = shmem_long_atomic_fetch_inc(&counter, (me + 1) % size);
  CHECK(old == ((me + 1) % size == 0 ? 10L * size : 0));
  shmem_barrier_all();
}

static void swapping(void) {
  const long first = shmem_atomic_compare_swap(&owner, -1L, (long)me, 0);
  static long winners;
  if (first == -1)
    shmem_atomic_inc(&winners, 0);
  shmem_barrier_all();
  CHECK(shmem_g(&winners, 0) == 1 && shmem_g(&owner, 0) >= 0);
  CHECK(shmem_atomic_swap(&real, 2.5 + me, (me + 1) % size) == 1.5);
  shmem_barrier_all();
  CHECK(real == 2.5 + (me + size - 1) % size);
  shmem_atomic_set(&real, 4.0, me);
  shmem_quiet();
  CHECK(shmem_double_atomic_fetch(&real, me) == 4.0);
  shmem_barrier_all();
}

static void bitwise(void) {
  shmem_atomic_or(&bits, UINT32_C(1) << me % 32, 0);
  shmem_barrier_all();
  const uint32_t all = size >= 32 ? UINT32_MAX : (UINT32_C(1) << size) - 1;
  CHECK(shmem_g(&bits, 0) == all);
  shmem_barrier_all();
  uint32_t old = 1;
  shmem_uint32_atomic_fetch_and_nbi(&old, &bits, UINT32_C(0xfffffff0), me);
  shmem_quiet();
  CHECK(old == (me == 0 ? all : 0) && bits == (old & UINT32_C(0xfffffff0)));
  CHECK(shmem_atomic_fetch_xor(&bits, UINT32_C(5), me) == (old & UINT32_C(0xfffffff0)));
  CHECK(bits == ((old & UINT32_C(0xfffffff0)) ^ 5));
  shmem_barrier_all();
}

/* Nobody else is between set and clear, and what was put there is seen by the next. */
static void locking(void) {
  for (int i = 0; i < 3; ++i) {
    shmem_set_lock(&lock);
    const long others = shmem_g(&inside, 0);
    CHECK(others == 0);
    shmem_p(&inside, 1L, 0);
    shmem_quiet();
    shmem_p(&most, shmem_g(&most, 0) + 1, 0);
    shmem_p(&inside, 0L, 0);
    shmem_clear_lock(&lock);
  }
  shmem_barrier_all();
  CHECK(shmem_g(&most, 0) == 3L * size);
  while (shmem_test_lock(&lock))
    ;
  CHECK(shmem_g(&lock, 0) != 0);
  shmem_clear_lock(&lock);
  shmem_barrier_all();
  CHECK(shmem_g(&lock, 0) == 0);
}

int main(void) {
  int provided = -1;
  CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0 && provided == SHMEM_THREAD_MULTIPLE);
  me = shmem_my_pe();
  size = shmem_n_pes();
  counting();
  swapping();
  bitwise();
  locking();
  return 0; /* The end of main ends OpenSHMEM, too. */
}
