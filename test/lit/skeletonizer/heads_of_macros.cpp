// A macro that writes heads of loops and branches, and nothing else, leaves the body to be edited.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <mpi.h>
#include <vector>
#define REPEAT(i, n) for (int i = 0; i < (n); ++i)
#define EACH(x, of) for (auto &x : of)
#define UNTIL(condition) while (!(condition))
#define MASKED(i, n, mask) for (int i = 0; i < (n); ++i) if (mask[i])
#define IF_ROOT if (rank == 0)
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
  double x = argc, y = argc, z = argc;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
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
  // So does one that writes several heads, or that of a branch.
  // CHECK: MASKED(i, 8, mask) {
  // CHECK-NEXT: ++lengths;
  // CHECK-NEXT: }
  MASKED(i, 8, mask) {
    y = std::sqrt(y);
    ++lengths;
  }
  // CHECK: IF_ROOT {
  // CHECK-NEXT: ++most;
  // CHECK-NEXT: }
  IF_ROOT {
    y = std::sqrt(y);
    ++most;
  }
  // CHECK: IF_ROOT lengths += 2;
  IF_ROOT lengths += 2;
  // CHECK-NOT: std::tan
  IF_ROOT y = std::tan(y);
  REPEAT(i, 8)
    IF_ROOT y = std::tan(y);
  // CHECK: REPEAT(i, 8)
  // CHECK-NEXT: IF_ROOT ++most;
  REPEAT(i, 8)
    IF_ROOT ++most;
  // With another way it stays as it is, and so does a body that is the macro's argument.
  // CHECK: IF_ROOT ++most;
  // CHECK-NEXT: else z = std::sqrt(z);
  IF_ROOT ++most;
  else z = std::sqrt(z);
  // CHECK: WHOLE(i, 8, z = std::sqrt(z); ++lengths)
  WHOLE(i, 8, z = std::sqrt(z); ++lengths)
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, steps + lengths + most, MPI_COMM_WORLD);
  MPI_Finalize();
}
