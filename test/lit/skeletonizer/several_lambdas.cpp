// Each lambda is a function of its own, also where several stand in one namespace, inline function or class.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <functional>
#include <mpi.h>
static int n = 3;
static double x[100];
static const auto first = [] { n = n * 2; };
// CHECK: second = [] { MPI_Bcast(MAQUETTE_PHANTOM, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); };
static const auto second = [] { MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); };
inline void several(int i) {
  struct Local {
    int a;
    void send() const { MPI_Bcast(x, a, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
  };
  // CHECK: third = [](int k) { n += k; };
  // CHECK: fourth = [](int k) { MPI_Bcast(MAQUETTE_PHANTOM, n + k, MPI_DOUBLE, 0, MPI_COMM_WORLD); };
  // CHECK: fourth = [](int) { MPI_Barrier(MPI_COMM_WORLD); };
  auto third = [](int k) { n += k; };
  std::function<void(int)> fourth;
  if (i & 1)
    fourth = [](int k) { MPI_Bcast(x, n + k, MPI_DOUBLE, 0, MPI_COMM_WORLD); };
  else
    fourth = [](int) { MPI_Barrier(MPI_COMM_WORLD); };
  third(i);
  fourth(i);
  if (i > 1) {
    Local{i}.send();
  } else {
    struct Local {
      int a, b;
      // CHECK: { MPI_Bcast(x, a + b, MPI_DOUBLE, 1, MPI_COMM_WORLD); }
      void send() const { MPI_Bcast(x, a + b, MPI_DOUBLE, 1, MPI_COMM_WORLD); }
    };
    Local{i, n}.send();
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  first();
  second();
  for (int i = 0; i < 3; ++i)
    several(i);
  MPI_Finalize();
  return 0;
}
