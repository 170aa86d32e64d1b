// Initial values that hold addresses of private objects hold those of the rank's own, in constants, too.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c %t %s 1
#include "expect.h"
#include <string.h>

static int x = 1, y = 2, array[10] = {9};
static int *px = &x, **ppx = &px;
static int *middle = &array[5], *end = array + 10;
static const struct { const char *name; int *value; void (*call)(void); } registry[] = {{"x", &x, 0}, {"y", &y, 0}};
static int *const *const indirect = (int *const *)&px;
static struct __attribute__((packed)) { char c; int *p; } packed = {1, &y};
static unsigned long as_number = (unsigned long)&x;
static struct node { struct node *next; int value; } a, b = {&a, 2}, a = {&b, 1};
static int plus(int i) { return i + 1; }
static int minus(int i) { return i - 1; }
static int (*const operations[])(int) = {plus, minus};
static int (*chosen)(int) = plus;
static const char *words[] = {"zero", "one"};
extern int *other_name;
int *first_name = &x;
extern int *other_name __attribute__((alias("first_name")));

void phase(int rank, int number) {
  int *local[] = {&x, &y};
  int *const volatile kept = &array[3];
  if (number == 0) {
    x = 10 + rank;
    y = 20 + rank;
    array[5] = 30 + rank;
    chosen = operations[rank];
    words[rank] = "two";
    a.value += rank;
  }
  EXPECT(px == &x && *px == 10 + rank && ppx == &px && **ppx == x);
  EXPECT(middle == array + 5 && *middle == 30 + rank && end == array + 10 && array[0] == 9);
  EXPECT(!strcmp(registry[1].name, "y") && registry[0].value == &x && *registry[1].value == 20 + rank);
  EXPECT(**indirect == x && packed.p == &y && as_number == (unsigned long)&x);
  EXPECT(b.next == &a && a.next->next->value == 1 + rank);
  EXPECT(chosen(5) == (rank ? 4 : 6) && !strcmp(words[rank], "two") && !strcmp(words[1 - rank], rank ? "zero" : "one"));
  EXPECT(local[0] == &x && *local[1] == y && kept == array + 3);
  EXPECT(other_name == &x && &other_name == &first_name);
}
