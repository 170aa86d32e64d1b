// Tickets, results of reductions and memory of others decide who communicates: what leads to them stays.
// RUN: %skeleton %s | FileCheck %s
#include <shmem.h>
static double error, all_errors;
static int next, mine, most, work[1];
static long sync_work[1];
int main(int argc, char **argv) {
  shmem_init();
  if (argv[1])
    shmem_quiet();
  const int me = shmem_my_pe();
  // CHECK: int ticket = shmem_int_atomic_fetch_add(&next, argc, 0);
  int ticket = shmem_int_atomic_fetch_add(&next, argc, 0);
  // CHECK-NEXT: while (ticket < 20)
  while (ticket < 20)
    ticket = shmem_int_atomic_fetch_add(&next, 1, 0);
  // CHECK: for (int i = 0; i < argc; ++i)
  // CHECK-NEXT: mine += i * me;
  for (int i = 0; i < argc; ++i)
    mine += i * me;
  shmem_int_max_to_all(&most, &mine, 1, 0, 0, shmem_n_pes(), work, sync_work);
  // CHECK: for (int i = 0; i < most; ++i)
  for (int i = 0; i < most; ++i)
    shmem_barrier_all();
  // CHECK-NOT: error = 0.5
  error = 0.5 * argc;
  // CHECK: shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &all_errors, &error, 1);
  shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &all_errors, &error, 1);
  // CHECK: int *theirs = shmem_ptr(&mine, 0);
  int *theirs = shmem_ptr(&mine, 0);
  // CHECK: if (theirs && *theirs == 3)
  if (theirs && *theirs == 3)
    shmem_quiet();
  int copy;
  // CHECK: shmem_getmem(&copy, &mine, sizeof copy, 0);
  shmem_getmem(&copy, &mine, sizeof copy, 0);
  // CHECK: shmem_int_wait_until(&next, SHMEM_CMP_NE, copy);
  shmem_int_wait_until(&next, SHMEM_CMP_NE, copy);
  shmem_finalize();
  return 0;
}
