// Each rank has its own file statics, of every size, with and without an initial value.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t %s 1
#include "expect.h"

static char one_byte;
static char initialised_byte = 7;
static int number_ = 5;
static double table[100];
static struct { // anonymous
  int count;
  struct { short inner; };
  union { int bits; float value; };
} state = {1, {2}, {3}};
static union { double d; char bytes[8]; } both;
static volatile long observed = 11;
static _Bool flag;
static _Alignas(256) char aligned[3] = {1, 2, 3};
static _Alignas(128) int aligned_zero;

static void write(int rank) {
  one_byte = (char)(rank + 1);
  initialised_byte += (char)(rank + 1);
  number_ += 10 * (rank + 1);
  for (int i = 0; i < 100; ++i)
    table[i] = i * (rank + 1);
  state.count += rank;
  state.inner += (short)(2 * rank);
  state.value = (float)rank + 0.5f;
  both.d = rank;
  observed -= rank;
  flag = rank == 1;
  aligned[1] = (char)rank;
  aligned_zero = rank;
}

void phase(int rank, int number) {
  if (number == 0) {
    EXPECT(one_byte == 0 && initialised_byte == 7 && number_ == 5 && table[99] == 0 && state.inner == 2 &&
           state.bits == 3);
    EXPECT(observed == 11 && !flag && both.d == 0 && aligned[2] == 3);
    write(rank);
  } else {
    EXPECT(one_byte == rank + 1);
    EXPECT(initialised_byte == 8 + rank);
    EXPECT(number_ == 15 + 10 * rank);
    for (int i = 0; i < 100; ++i)
      EXPECT(table[i] == i * (rank + 1));
    EXPECT(state.count == 1 + rank && state.inner == 2 + 2 * rank && state.value == (float)rank + 0.5f);
    EXPECT(both.d == rank && observed == 11 - rank && flag == (rank == 1) && aligned[1] == rank &&
           aligned_zero == rank);
    EXPECT((unsigned long)aligned % 256 == 0 && (unsigned long)&aligned_zero % 128 == 0);
  }
}
