/* runtime/interpose/libc/rank_state/random.c - rand(), random() and their kin with a state per rank
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * The numbers are those the GNU C library gives a process: its own reentrant functions make them, from a state that is
 * private per rank because this file is compiled like a program of the user. Source: man 3 random_r.
 */
#define _GNU_SOURCE
#include <stdlib.h>

/* A program may define some of these itself. */
#pragma weak random
#pragma weak srandom
#pragma weak initstate
#pragma weak setstate
#pragma weak rand
#pragma weak srand

static char default_state[128];
static struct random_data state;

static struct random_data *current(void) {
  if (!state.state)
    initstate_r(1, default_state, sizeof default_state, &state);
  return &state;
}

long random(void) {
  int result;
  random_r(current(), &result);
  return result;
}

void srandom(unsigned seed) { srandom_r(seed, current()); }

char *initstate(unsigned seed, char *new_state, size_t size) {
  char *old = (char *)current()->state - sizeof(int); /* In front of the numbers lies what kind they are of. */
  return initstate_r(seed, new_state, size, &state) ? NULL : old;
}

char *setstate(char *new_state) {
  char *old = (char *)current()->state - sizeof(int);
  return setstate_r(new_state, &state) ? NULL : old;
}

int rand(void) { return (int)random(); }
void srand(unsigned seed) { srandom(seed); }
