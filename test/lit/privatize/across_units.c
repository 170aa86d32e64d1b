// Objects are found from the units that only declare them: as objects of one program, from a static library, and from a
// shared object.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t/objects %s 2
// RUN: %two-ranks-c %t/archive %s 2 archive
// RUN: %two-ranks-c %t/library %s 2 library
#include "expect.h"

extern int plain, zero[1000], there;
extern char byte;
extern int *pointer_to_plain;
extern const struct item { const char *name; int *where; } items[2];
extern int missing __attribute__((weak));
int *address_of_there(void);

#if UNIT == 2
int plain = 3, zero[1000], there = 4;
char byte;
int *pointer_to_plain = &plain;
const struct item items[2] = {{"plain", &plain}, {"there", &there}};
int *address_of_there(void) { return &there; }
extern int in_main;
int *pointer_to_main = &in_main;
int bump_main(void) { return ++in_main; }
#else
int in_main = 40;
extern int *pointer_to_main;
int bump_main(void);
static int *const table[] = {&plain, zero + 999, &there, &missing};

void phase(int rank, int number) {
  plain += rank + 1;
  zero[999] += 2 * rank;
  byte = (char)(byte + rank);
  EXPECT(plain == 3 + (rank + 1) * (number + 1));
  EXPECT(*pointer_to_plain == plain && pointer_to_plain == &plain);
  EXPECT(*table[0] == plain && table[0] == &plain);
  EXPECT(*table[1] == 2 * rank * (number + 1));
  EXPECT(byte == rank * (number + 1));
  EXPECT(items[0].where == &plain && items[1].where == &there && address_of_there() == &there);
  EXPECT(&missing == 0 && table[3] == 0);
  in_main += rank;
  EXPECT(bump_main() == 40 + (rank + 1) * (number + 1));
  EXPECT(pointer_to_main == &in_main && *pointer_to_main == in_main);
}
#endif
