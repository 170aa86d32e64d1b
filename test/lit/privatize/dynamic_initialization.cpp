// Initializers that are not constant run once per rank, in the standard's order; so do destructors, at the rank's end.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c++ %t/objects %s 2 -std=c++20 | FileCheck --check-prefixes=CHECK,OBJECTS %s
// RUN: %two-ranks-c++ %t/library %s 2 library -std=c++20 | FileCheck --check-prefixes=CHECK,LIBRARY %s
#include "expect.h"
#include <map>
#include <string>
#include <vector>

extern std::vector<std::string> order;
struct Noted {
  const char *name;
  explicit Noted(const char *n) : name(n) { order.push_back(n); }
  ~Noted() { order.push_back(std::string("~") + name); }
};
template <class T> struct Holder {
  static std::string text;
};
template <class T> std::string Holder<T>::text = std::string("holder") + char('0' + sizeof(T));
inline std::map<int, int> squares = {{1, 1}, {2, 4}};
inline Noted &local(const char *name) {
  static Noted object(name);
  return object;
}
int &second();

#if UNIT == 2
static int start() { return 5; }
static int computed = start();
int &second() { return ++squares[2], computed; }
__attribute__((init_priority(200))) std::vector<std::string> order;
struct Report {
  // The last to be destroyed but for the vector.
  ~Report() {
    for (const std::string &entry : order)
      printf("%s ", entry.c_str());
    printf("end\n");
  }
};
__attribute__((init_priority(201))) Report report;
#else
static Noted first("first"), *pointer = &first;
static Noted late("second");
__attribute__((init_priority(300))) static Noted early("early");
__attribute__((constructor)) static void construct() { order.push_back("constructor"); }
static int argument_count = -1;
__attribute__((constructor)) static void arguments(int argc, char **) { argument_count = argc; }
__attribute__((destructor)) static void destruct() { puts("destructor"); }
static void atEnd() { puts("atexit"); }

void phase(int rank, int number) {
  if (number == 0) {
    local(rank ? "one" : "zero");
    atexit(atEnd);
  }
  second() += rank;
  EXPECT(second() == 5 + rank * (number + 1));
  EXPECT(squares[1] == 1 && squares[2] == 4 + 2 * (number + 1));
  EXPECT(local("other").name == std::string(rank ? "one" : "zero"));
  EXPECT(Holder<int>::text == "holder4" + std::string(number * rank, '!'));
  if (rank)
    Holder<int>::text += '!';
  EXPECT(pointer == &first && order.front() == "early" && argument_count > 0);
}
#endif
// Destructor functions run after all else that their own image registered.
// CHECK: atexit
// OBJECTS: early constructor first second zero ~zero ~second ~first ~early end
// OBJECTS-NEXT: destructor
// LIBRARY-NEXT: destructor
// LIBRARY-NEXT: early constructor first second zero ~zero ~second ~first ~early end
// CHECK: atexit
// OBJECTS: early constructor first second one ~one ~second ~first ~early end
// OBJECTS-NEXT: destructor
// LIBRARY-NEXT: destructor
// LIBRARY-NEXT: early constructor first second one ~one ~second ~first ~early end
