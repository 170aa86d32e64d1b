// A function static keeps its value between calls, one value per rank.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t %s 1
#include "expect.h"

static int count(void) {
  static int calls = 3;
  return ++calls;
}

static int *cells(int i) {
  static int cell[4] = {1, 2, 3, 4}, *const last = &cell[3], *next = cell;
  return i == 3 ? last : i == 4 ? next++ : &cell[i];
}

void phase(int rank, int number) {
  for (int i = 0; i <= rank; ++i)
    count();
  EXPECT(count() == 3 + (rank + 2) * (number + 1));
  *cells(3) += rank + 1;
  EXPECT(*cells(3) == 4 + (rank + 1) * (number + 1));
  EXPECT(cells(3) == cells(0) + 3);
  EXPECT(cells(4) == cells(number));
}
