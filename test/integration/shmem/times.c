/* test/integration/shmem/times.c - how long operations take on an idle network whose cost formulas are known
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>
#include <time.h>

/* As in loggp.toml, in ns. A transfer of n bytes takes L + (n - 1) G; nothing else is under way. */
static const double kPut = 300, kGet = 200, kAtomicCall = 400, kAtomic = 50, kWait = 25, kLatency = 2500, kPerByte = 8;

static int me, size;
static char data[65536];
static long flag, counter;

static double transfer(double bytes) { return kLatency + (bytes > 1 ? bytes - 1 : 0) * kPerByte; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void expect(const char *what, double took, double expected) {
  if (fabs(took - expected) > 1.5) { /* The clock counts whole ns. */
    fprintf(stderr, "PE %d: %s takes %.3f ns, not %.3f\n", me, what, took, expected);
    shmem_global_exit(1);
  }
}

/* Brings the clocks of all PEs together: each waits until a time that none has reached. */
static double together(void) {
  static double next = 0;
  shmem_barrier_all();
  if (next == 0)
    next = floor(now() / 1e6) * 1e6;
  next += 2e6;
  const double rest = next - now();
  CHECK(rest > 0);
  const struct timespec pause = {0, (long)(rest + 0.5)};
  nanosleep(&pause, NULL);
  return now();
}

static void betweenTwo(void) {
  double begin = together();
  if (me == 0) {
    shmem_putmem(data, data, 1000, 1);
    expect("a put", now() - begin, kPut);
    shmem_quiet();
    expect("a put and quiet", now() - begin, kPut + transfer(1000) + transfer(0));
  }
  begin = together();
  if (me == 0) {
    shmem_putmem(data, data, 20000, 1); /* Too large to be buffered: it returns when the last byte has left. */
    expect("a large put", now() - begin, kPut + (20000 - 1) * kPerByte);
  }
  begin = together();
  if (me == 0) {
    shmem_getmem(data, data, 1000, 1);
    expect("a get", now() - begin, kGet + transfer(0) + transfer(1000));
  }
  begin = together();
  if (me == 0) {
    shmem_atomic_fetch_inc(&counter, 1);
    expect("a fetching atomic operation", now() - begin, kAtomicCall + transfer(16) + kAtomic + transfer(8));
  }
  begin = together();
  if (me == 0)
    shmem_p(&flag, 1L, 1);
  if (me == 1) {
    shmem_wait_until(&flag, SHMEM_CMP_EQ, 1);
    expect("a wait", now() - begin, kPut + transfer(8) + kWait);
  }
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  size = shmem_n_pes();
  if (size == 2) /* More would be on the way to the next barrier, and disturb. */
    betweenTwo();
  const double begin = together();
  shmem_sync_all();
  int rounds = 0;
  while (1 << rounds < size)
    ++rounds;
  expect("a barrier", now() - begin, rounds * (kPut + transfer(0)) + kWait);
  shmem_finalize();
  return 0;
}
