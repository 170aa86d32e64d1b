// Tentative definitions merged by -fcommon, one of them with an initial value, are one object per rank.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t %s 2 -fcommon
#include "expect.h"

int merged;
char buffer[64];
int *address(void);
#if UNIT == 2
int initialised = 12;
int *address(void) { return &merged; }
#else
int initialised;

void phase(int rank, int number) {
  merged += rank + 1;
  buffer[63] = (char)(buffer[63] + rank);
  initialised += rank;
  EXPECT(address() == &merged && *address() == (rank + 1) * (number + 1));
  EXPECT(buffer[63] == rank * (number + 1) && initialised == 12 + rank * (number + 1));
}
#endif
