// A macro that writes the head of a loop, and nothing else, leaves the body to be edited.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <mpi.h>
#include <vector>
#define REPEAT(i, n) for (int i = 0; i < (n); ++i)
#define EACH(x, of) for (auto &x : of)
#define UNTIL(condition) while (!(condition))
#define MASKED(i, n, mask) for (int i = 0; i < (n); ++i) if (mask[i])
#define WHOLE(i, n, code) for (int i = 0; i < (n); ++i) { code; }
struct List {
  int length;
  List *next;
};
#define LIST(at, first) for (List *at = (first); at; at = at->next)

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> values(argc * 100);
  std::vector<int> mask(8, argc);
  List last{argc, nullptr}, first{2 * argc, &last};
  double x = argc, y = argc;
  int steps = 0, lengths = 0, most = 0;
  // CHECK: REPEAT(step, argc + 3) {
  REPEAT(step, argc + 3) {
    // CHECK-NOT: std::sin
    REPEAT(i, 100)
      REPEAT(j, argc)
        values[i * argc + j] = std::sin(values[i * argc + j] + step);
    // CHECK: steps += step;
    steps += step;
  }
  // Removed whole.
  // CHECK-NOT: std::cos
  REPEAT(i, argc * 100)
    values[i] = std::cos(values[i]);
  // CHECK: LIST(at, &first) {
  LIST(at, &first) {
    x = std::exp(x);
    // CHECK: lengths += at->length;
    lengths += at->length;
  }
  // CHECK: UNTIL(most > 10) {
  UNTIL(most > 10) {
    // CHECK-NEXT: ++most;
    ++most;
    x = std::log(x);
    // CHECK-NEXT: }
  }
  // CHECK: EACH(of_this, mask) {
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM
  EACH(of_this, mask) {
    x += std::exp(of_this);
    MPI_Bcast(values.data(), argc, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  // What the macro writes beside the head stays with it, and so does a body that is its argument.
  // CHECK: MASKED(i, 8, mask) {
  // CHECK-NEXT: y = std::sqrt(y);
  // CHECK-NEXT: ++lengths;
  MASKED(i, 8, mask) {
    y = std::sqrt(y);
    ++lengths;
  }
  // CHECK: WHOLE(i, 8, y = std::sqrt(y); ++lengths)
  WHOLE(i, 8, y = std::sqrt(y); ++lengths)
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, steps + lengths + most, MPI_COMM_WORLD);
  MPI_Finalize();
}
