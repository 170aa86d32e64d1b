/* runtime/interpose/libc/rank_state/random48.c - drand48() and its kin with a state per rank
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * As random.c, for the 48-bit generator. A state of zeros is what the C library begins with. Source: man 3 drand48_r.
 */
#define _GNU_SOURCE
#include <stdlib.h>

/* A program may define some of these itself. */
#pragma weak drand48
#pragma weak erand48
#pragma weak lrand48
#pragma weak nrand48
#pragma weak mrand48
#pragma weak jrand48
#pragma weak srand48
#pragma weak seed48
#pragma weak lcong48

static struct drand48_data state;

double drand48(void) {
  double result;
  drand48_r(&state, &result);
  return result;
}

double erand48(unsigned short number[3]) {
  double result;
  erand48_r(number, &state, &result);
  return result;
}

long lrand48(void) {
  long result;
  lrand48_r(&state, &result);
  return result;
}

long nrand48(unsigned short number[3]) {
  long result;
  nrand48_r(number, &state, &result);
  return result;
}

long mrand48(void) {
  long result;
  mrand48_r(&state, &result);
  return result;
}

long jrand48(unsigned short number[3]) {
  long result;
  jrand48_r(number, &state, &result);
  return result;
}

void srand48(long seed) { srand48_r(seed, &state); }

unsigned short *seed48(unsigned short number[3]) {
  seed48_r(number, &state);
  return state.__old_x;
}

void lcong48(unsigned short parameters[7]) { lcong48_r(parameters, &state); }
