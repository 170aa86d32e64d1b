/* timers.h - where the time of this rank goes, in seconds
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TIMERS_H
#define TIMERS_H

typedef struct {
  double setup, solve, halo, stencil, output;
} Timers;

extern Timers timers; /* defined in output.c */

#endif
