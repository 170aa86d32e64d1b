/* runtime/interpose/libc/rank_state/entropy.c - what the host draws from its noise, by the run's seed and the rank
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * A run is repeatable, so std::random_device and its kin of the C library give a rank numbers that follow from the
 * run's seed, its own number and how many it has drawn; which is private per rank because this file is compiled like a
 * program of the user.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <maquette/abi/private_data.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

/* A program may define some of these itself, and a static libstdc++ has the last. */
#pragma weak getrandom
#pragma weak getentropy
#pragma weak arc4random
#pragma weak arc4random_buf
#pragma weak arc4random_uniform
#pragma weak _ZNSt13random_device9_M_getvalEv

static uint64_t drawn;

uint32_t arc4random(void) { return (uint32_t)maquette_entropy(drawn++); }

void arc4random_buf(void *buffer, size_t length) {
  for (size_t i = 0; i < length; ++i)
    ((unsigned char *)buffer)[i] = (unsigned char)arc4random();
}

uint32_t arc4random_uniform(uint32_t bound) {
  return bound == 0 ? 0 : (uint32_t)((uint64_t)arc4random() * bound >> 32);
}

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  (void)flags;
  arc4random_buf(buffer, length);
  return (ssize_t)length;
}

int getentropy(void *buffer, size_t length) {
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  arc4random_buf(buffer, length);
  return 0;
}

unsigned _ZNSt13random_device9_M_getvalEv(void *device) { /* std::random_device::operator() is this */
  (void)device;
  return arc4random();
}
