// References and volatile places: a value that another name may show is no value of its own.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
static int size;
static int &same = size;
static int shown;
struct Clock {
  volatile int ticks;
};
static void names(int n) {
  // CHECK: size = n + 1;
  size = n + 1;
  shown = same;
  size = n + 2;
}
static void changes(Clock *clock, int n) {
  // CHECK: clock->ticks = n + 3;
  clock->ticks = n + 3;
  shown += clock->ticks;
  clock->ticks = n + 4;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Clock clock{0};
  names(argc);
  changes(&clock, argc);
  MPI_Bcast(&argc, shown + size + clock.ticks, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
