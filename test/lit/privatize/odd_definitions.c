// Weak definitions that another unit overrides, hidden and protected objects, assembler names, vectors, atomics, chosen
// functions.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t/objects %s 2 -DFIRST=9
// The dynamic linker takes the first definition, weak or not.
// RUN: %two-ranks-c %t/library %s 2 library -DFIRST=3
#include "expect.h"
#include <stdatomic.h>

typedef double vector __attribute__((vector_size(32)));
extern int own_or_weak, named __asm__("other$name");
extern int guarded;
extern long double extended;
extern _Complex double complex_number;
int hidden_of_second(int rank);

#if UNIT == 2
__attribute__((visibility("hidden"))) int hidden = 2;
__attribute__((visibility("hidden"))) int *hidden_address = &hidden;
int own_or_weak = 9;
int named = 5;
__attribute__((visibility("protected"))) extern int guarded;
int guarded = 6;
long double extended = 1.5L;
_Complex double complex_number;
int hidden_of_second(int rank) {
  hidden += rank;
  guarded += rank;
  return *hidden_address;
}
#else
__attribute__((weak)) int own_or_weak = 3, only_weak;
__attribute__((weak)) int *weak_pointer = &only_weak;
static vector lanes = {1, 2, 3, 4};
static vector sums;
static atomic_int counter;
static volatile atomic_flag taken = ATOMIC_FLAG_INIT;

__attribute__((target_clones("default", "avx2"))) int scaled(int x) {
  static int factor = 3;
  return x * factor++;
}

void phase(int rank, int number) {
  int times = number + 1;
  own_or_weak += rank;
  named += rank;
  EXPECT(own_or_weak == FIRST + rank * times && named == 5 + rank * times);
  *weak_pointer += 2 * rank;
  EXPECT(only_weak == 2 * rank * times && weak_pointer == &only_weak);
  EXPECT(hidden_of_second(rank) == 2 + rank * times && guarded == 6 + rank * times);
  extended += rank;
  complex_number += 1i * rank;
  EXPECT(extended == 1.5L + rank * times && __imag__ complex_number == rank * times);
  sums += lanes * (double)rank;
  EXPECT(sums[3] == 4.0 * rank * times && lanes[0] == 1);
  EXPECT(atomic_fetch_add(&counter, rank + 1) == (rank + 1) * number);
  EXPECT(atomic_flag_test_and_set(&taken) == (number > 0));
  EXPECT(scaled(2) == 2 * (3 + number));
}
#endif
