/* runtime/interpose/libc/rank_state/tokens.c - strtok() with a state per rank
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

/* A program may define some of these itself. */
#pragma weak strtok

char *strtok(char *text, const char *separators) {
  static char *rest;
  return strtok_r(text, separators, &rest);
}
