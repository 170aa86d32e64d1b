/* test/bench/corrections/disturb.c - a neighbour that takes a core of the host now and then
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: disturb CORE BUSY_US REST_US MEBIBYTES
 * Keeps to the core, updates so much memory over and over for about BUSY_US microseconds, sleeps for about REST_US, and
 * so on, until it is killed. Both vary at random by half.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: disturb CORE BUSY_US REST_US MEBIBYTES\n");
    return 2;
  }
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(atoi(argv[1]), &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) != 0) {
    perror("disturb");
    return 1;
  }
  const double busy = atof(argv[2]), rest = atof(argv[3]);
  const size_t count = (size_t)atol(argv[4]) << 17;
  double *memory = calloc(count, sizeof *memory);
  srand(1 + (unsigned)atoi(argv[1]));
  for (size_t i = 0;;) {
    const double until = now() + busy * (0.5 + (double)rand() / RAND_MAX);
    while (now() < until)
      for (int line = 0; line < 1000; ++line, i = (i + 8) % count)
        memory[i] += 1;
    usleep((useconds_t)(rest * (0.5 + (double)rand() / RAND_MAX)));
  }
}
