// A constant that is only an argument of templates stays: in an instance its name is gone.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
template <class T, bool negate> static int chosen(T value) { return negate ? -value : value; }
template <int columns> struct Row {
  double cells[columns];
  int width() const { return columns; }
};
template <class T> static int sizes(T n) {
  // CHECK: constexpr bool plain {{.*}}= false;
  constexpr bool plain = false;
  // CHECK-NEXT: const int width {{.*}}= 8;
  const int width = 8;
  // CHECK-NOT: unnamed
  const int unnamed = 9;
  Row<width> row;
  for (int i = 0; i < width; ++i)
    row.cells[i] = n * unnamed;
  return chosen<T, plain>(n) + row.width();
}
int main(int argc, char **argv) {
  double x = argc;
  MPI_Init(&argc, &argv);
  MPI_Send(&x, sizes(argc), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
