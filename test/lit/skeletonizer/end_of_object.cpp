// A destructor that communicates runs where objects end, objects that nobody else names too: variables, temporaries,
// parts.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double at[4];
struct Last {
  int root;
  explicit Last(int r) : root(r) {}
  Last(const Last &other) : root(other.root) {}
  // CHECK: ~Last() { MPI_Bcast(MAQUETTE_PHANTOM, 4, MPI_DOUBLE, root, MPI_COMM_WORLD); }
  ~Last() { MPI_Bcast(at, 4, MPI_DOUBLE, root, MPI_COMM_WORLD); }
};
struct Plain {
  int root;
  ~Plain() { MPI_Bcast(at, 2, MPI_DOUBLE, root, MPI_COMM_WORLD); }
};
struct With {
  Last part;
  double weight;
  With(int r, double w) : part(r), weight(w) {}
};
struct From : Last {
  explicit From(int r) : Last(r) {}
};
Last made(int r) { return Last(r); }
int takes(Last given) { return given.root; }
// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 4; ++i) {
    // CHECK: Plain plain{i % 2};
    // CHECK-NEXT: With with(i, 0.0);
    // CHECK-NEXT: From from(i);
    // CHECK-NEXT: Last both[2] = {Last(1), Last(i)};
    // CHECK-NEXT: const Last &longer = made(i + 1);
    // CHECK-NEXT: Last{i};
    // CHECK-NEXT: made(i);
    // CHECK-NEXT: takes(Last(i));
    Plain plain{i % 2};
    With with(i, at[0]);
    From from(i);
    Last both[2] = {Last(1), Last(i)};
    const Last &longer = made(i + 1);
    Last{i};
    made(i);
    at[1] += takes(Last(i));
  }
  MPI_Finalize();
  return 0;
}
