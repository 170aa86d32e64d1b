// Of a list that initializes a record each item goes to a field of its own: where nobody needs it, a zero stands there.
// RUN: %skeleton --option=-Wno-missing-braces %s | FileCheck %s
#include <cmath>
#include <mpi.h>
#include <optional>
#include <vector>
struct Result {
  int steps;
  double residual;
  bool fine;
};
struct Flags {
  char kind = 'a';
  float weight = 1;
};
struct Outer {
  Flags flags;
  int id;
};
enum Colour { red, green };
struct Painted {
  Colour colour;
  int id;
};
static int calls;
static double counted(double x) {
  ++calls;
  return std::exp(x);
}
static Result solve(int n) {
  // CHECK-NOT: std::sin
  double r = 1;
  for (int i = 0; i < 1000; ++i)
    r = std::sin(r + i);
  // CHECK: return Result{n % 7, 0.0, false};
  return Result{n % 7, r, r < 0.1};
}
static std::optional<Result> attempt(int n) {
  double r = 2;
  for (int i = 0; i < 1000; ++i)
    r = std::cos(r + i);
  if (n < 0)
    return std::nullopt;
  // CHECK: return Result{.steps = n % 5, .residual = 0.0, .fine = true};
  return Result{.steps = n % 5, .residual = r, .fine = true};
}
template <class T> static Result made(T x) {
  // CHECK: return {static_cast<int>(x), 0, true};
  return {static_cast<int>(x), 0.5 * x, true};
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double x = argc;
  // Braces that are left out stay left out: the items go where they went.
  // CHECK: Outer outer = {{[{]}}'b', 0.0f, argc};
  Outer outer = {'b', static_cast<float>(std::sqrt(x)), argc};
  // CHECK: Painted painted{argc > 1 ? green : red, argc + 1};
  Painted painted{argc > 1 ? green : red, argc + 1};
  // An item that does something beside stays.
  // CHECK: Result result{1, counted(x), false};
  Result result{1, counted(x), false};
  std::vector<Result> all;
  // CHECK: all.push_back({argc + 2, 0.0, false});
  all.push_back({argc + 2, x * 3, x > 3});
  const int n = solve(argc).steps + attempt(argc)->steps + made(argc).steps + made(x).steps + outer.id + painted.id +
                result.steps + all[0].steps;
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, n + calls, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
