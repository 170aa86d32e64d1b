// A large array without an initial value takes no room in the object file nor in the program.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t %s 1
// RUN: find %t -size +200k > %t/large
// RUN: count 0 < %t/large
#include "expect.h"

static double field[1000][1000];
static int small = 1;
double other[1 << 20];

void phase(int rank, int number) {
  if (number == 0) {
    EXPECT(field[999][999] == 0 && other[5] == 0);
    field[999][999] = rank + small;
    other[5] = rank - 1;
  }
  EXPECT(field[999][999] == rank + 1 && other[5] == rank - 1);
}
