// Thread-local objects belong to the rank; those of the C++ library stay thread-local.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c++ %t %s 2
#include "expect.h"
#include <mutex>
#include <string>

extern thread_local int plain;
extern thread_local std::string text;
extern __thread long old_style;

#if UNIT == 2
thread_local int plain = 4;
thread_local std::string text = std::string(3, 'x');
__thread long old_style;
#else
static thread_local int *pointer;
static int calls(int rank) {
  static thread_local int counted = rank * 100;
  return ++counted;
}
static std::once_flag once;
static int once_calls;

void phase(int rank, int number) {
  plain += rank;
  text += char('a' + rank);
  old_style -= rank;
  if (number == 0)
    pointer = &plain;
  std::call_once(once, [] { ++once_calls; });
  EXPECT(*pointer == 4 + rank * (number + 1));
  EXPECT(text == "xxx" + std::string(number + 1, char('a' + rank)));
  EXPECT(old_style == -rank * (number + 1));
  EXPECT(calls(rank) == 100 * rank + number + 1);
  EXPECT(once_calls == 1);
}
#endif
