// Random numbers and tokens come from a state per rank, and are those that a process of its own gets.
// SPDX-License-Identifier: Apache-2.0
// RUN: %cc -w -DALONE %s -I %S/Inputs -o %t.alone
// RUN: %t.alone 0 > %t.expected
// RUN: %t.alone 1 >> %t.expected
// RUN: %two-ranks-c %t %s 1 -w
// RUN: sort -s -t: -k1,1 %t/unoptimised.out > %t.sorted
// RUN: diff %t.expected %t.sorted
// RUN: count 74 < %t.sorted
#define _GNU_SOURCE
#include "expect.h"
#include <string.h>

static char own_state[64], *old_state;
static char text[] = "one two,three four";
static unsigned short number48[3] = {1, 2, 3};

static void numbers(int rank, int number) {
  unsigned short parameters[7] = {1, 2, 3, 4, 5, 6, (unsigned short)(7 + rank)}, seed[3] = {5, 6, (unsigned short)rank};
  printf("%d: %d %ld\n", rank, rand(), random());
  printf("%d: %.17g %ld %ld\n", rank, drand48(), lrand48(), mrand48());
  printf("%d: %.17g %ld %ld\n", rank, erand48(number48), nrand48(number48), jrand48(number48));
  if (number == 0) {
    srand(17 + rank);
    srand48(3 + rank);
  } else if (number == 1) {
    old_state = initstate(5 + rank, own_state, sizeof own_state);
    printf("%d: %hu\n", rank, seed48(seed)[0]);
  } else {
    setstate(old_state);
    lcong48(parameters);
    setstate(own_state);
    setstate(old_state);
  }
  for (int i = 0; i < 8; ++i)
    printf("%d: %d %.17g\n", rank, rand(), drand48());
  printf("%d: %s\n", rank, strtok(number == 0 ? text : NULL, rank ? " " : " ,"));
}

void phase(int rank, int number) {
  setvbuf(stdout, 0, _IOLBF, 0);
  numbers(rank, number);
}
#ifdef ALONE
int main(int argc, char **argv) {
  for (int number = 0; number < 3; ++number)
    phase(argv[1][0] - '0', number);
}
#endif
