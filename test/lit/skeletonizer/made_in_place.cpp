// An object that is made where numbers were, or among bytes, keeps its pointers there.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
// RUN: %skeleton --std=c++17 --option=-DBYTES %s | FileCheck %s
#include <mpi.h>
#include <new>
struct Link { int *at; };
#ifdef BYTES
static char *pool = new char[64];
#else
static double pool[64];
#endif
static void *room() { return pool; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int count = 1;
  double data[16] = {0};
  Link link{&count};
  // CHECK: new (room()) Link(link);
  // CHECK-NEXT: Link copy = *static_cast<Link *>(room());
  new (room()) Link(link);
  Link copy = *static_cast<Link *>(room());
  for (int step = 0; step < 4; ++step) {
    // CHECK: *copy.at = step + argc;
    *copy.at = step + argc;
    MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
