// A record may keep its values in a base of the library's; an object of it that has no name is made with them, and
// gives them on.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <tuple>
#include <vector>
struct Range : std::tuple<int, int> {
  Range() = default;
  // CHECK: Range(int a, int b) : std::tuple<int, int>(a, b) {}
  Range(int a, int b) : std::tuple<int, int>(a, b) {}
  int start() const { return std::get<0>(*this); }
};
static double buffer[1000];
// CHECK-LABEL: int slow
static int slow(int n) {
  int last = 0;
  // CHECK: for (int i = 0;
  for (int i = 0; i < n; ++i)
    if (i * i < n) last = i;
  return last;
}
// CHECK: Range from(int a) { return Range(a, a + 1); }
static Range from(int a) { return Range(a, a + 1); }
// CHECK-LABEL: int main
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<Range> ranges(4);
  // CHECK: ranges[argc] = Range(slow(100), 1);
  ranges[argc] = Range(slow(100), 1);
  MPI_Send(buffer, ranges[1].start(), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  // CHECK: Range given = from(slow(200));
  Range given = from(slow(200));
  MPI_Send(buffer, given.start(), MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
