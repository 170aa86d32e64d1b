// Objects with virtual functions, constant initialization, lambdas, std::function, exceptions from initializers of
// statics.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c++ %t/objects %s 2 -std=c++20
// RUN: %two-ranks-c++ %t/archive %s 2 archive -std=c++20
#include "expect.h"
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>

struct Shape {
  int sides;
  constexpr explicit Shape(int n) : sides(n) {}
  virtual int area(int x) { return sides * x; }
};
struct Square : Shape {
  constexpr Square() : Shape(4) {}
  int area(int x) override { return x * x + sides; }
};
extern Square square;
extern Shape *shapes[2];
extern Shape &reference;
struct Registry {
  static Registry &instance() {
    static Registry registry;
    return registry;
  }
  std::function<int(int)> call = [this](int x) { return x + calls++; };
  int calls = 0;
};
inline thread_local int inline_thread_local = 8;

#if UNIT == 2
constinit Square square;
static Shape plain(3);
Shape *shapes[2] = {&square, &plain};
Shape &reference = plain;
#else
static int attempts;
static int failing(int rank) {
  static int value = [&] {
    if (++attempts < 2 + rank)
      throw std::runtime_error("later");
    return attempts;
  }();
  return value;
}
static auto counter = [count = 0]() mutable { return ++count; };
static const std::unique_ptr<std::string> text = std::make_unique<std::string>("text");
static int Shape::*const member = &Shape::sides;
static int (Shape::*method)(int) = &Shape::area;

void phase(int rank, int number) {
  int times = number + 1;
  square.sides += rank;
  reference.*member += rank;
  EXPECT(shapes[0] == &square && shapes[1] == &reference);
  EXPECT((shapes[0]->*method)(3) == 9 + 4 + rank * times);
  EXPECT(shapes[1]->area(2) == 2 * (3 + rank * times));
  EXPECT(typeid(*shapes[0]) == typeid(Square) && dynamic_cast<Square *>(shapes[1]) == nullptr);
  for (int i = 0; i <= rank; ++i)
    Registry::instance().call(0);
  EXPECT(Registry::instance().calls == (rank + 1) * times);
  inline_thread_local += rank;
  EXPECT(inline_thread_local == 8 + rank * times);
  bool thrown = false;
  try {
    failing(rank);
  } catch (const std::runtime_error &) {
    thrown = true;
  }
  EXPECT(thrown == (number <= rank) && attempts == (thrown ? times : 2 + rank));
  EXPECT(counter() == times);
  *text += char('0' + rank);
  EXPECT(*text == "text" + std::string(times, char('0' + rank)));
}
#endif
