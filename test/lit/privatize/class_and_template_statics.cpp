// Class statics, inline variables, and statics of inline functions and templates are one object per rank, whatever the
// unit.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c++ %t/objects %s 2
// RUN: %two-ranks-c++ %t/library %s 2 library
#include "expect.h"

struct Counter {
  static int count;
  static inline int inline_count = 5;
  static const int limit = 7;
};
inline double shared_value = 1.5;
inline double *shared_address = &shared_value;
template <class T> struct Cache {
  static T value;
  static T *where;
};
template <class T> T Cache<T>::value = 3;
template <class T> T *Cache<T>::where = &Cache<T>::value;
template <class T> T variable_template = 2;
inline int nextNumber() {
  static int number = 10;
  return ++number;
}
template <int N> int nextOf() {
  static int last;
  return last += N;
}
int second(int rank);

#if UNIT == 2
int Counter::count = 1;
int second(int rank) {
  Counter::count += rank;
  Counter::inline_count += rank;
  shared_value += rank;
  Cache<int>::value += rank;
  *Cache<long>::where += rank;
  variable_template<short> += rank;
  nextNumber();
  return nextOf<3>();
}
#else
void phase(int rank, int number) {
  int times = number + 1;
  EXPECT(second(rank) == 3 * (2 * number + 1));
  EXPECT(nextOf<3>() == 6 * times);
  EXPECT(Counter::count == 1 + rank * times && Counter::inline_count == 5 + rank * times && Counter::limit == 7);
  EXPECT(shared_value == 1.5 + rank * times && shared_address == &shared_value);
  EXPECT(Cache<int>::value == 3 + rank * times && Cache<int>::where == &Cache<int>::value);
  EXPECT(Cache<long>::value == 3 + rank * times);
  EXPECT(variable_template<short> == 2 + rank * times);
  EXPECT(nextNumber() == 10 + 2 * times);
}
#endif
