// MPI's functions that a pointer may lead to are called where the pointer is, as often, with what they need.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
typedef int (*Sender)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
struct Row {
  const char *name;
  Sender send;
};
// CHECK: {"synchronous", MPI_Ssend}
static const struct Row rows[] = {{"plain", MPI_Send}, {"synchronous", MPI_Ssend}};
static void repeat(Sender send, int times, double *data, int count) {
  // CHECK: for (int i = 0; i < times; i++)
  for (int i = 0; i < times; i++) {
    // CHECK-NOT: data[j]
    for (int j = 0; j < count; j++)
      data[j] += i;
    // CHECK: send(data, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    send(data, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int (*finish)(MPI_Comm);
  // CHECK: finish = argc > 1 ? MPI_Barrier : NULL;
  finish = argc > 1 ? MPI_Barrier : NULL;
  // CHECK: maquette_phantom_allocate(
  double *data = malloc(100 * sizeof(double));
  // CHECK: repeat(rows[argc % 2].send, 3, data, 100);
  repeat(rows[argc % 2].send, 3, data, 100);
  // CHECK: finish(MPI_COMM_WORLD);
  if (finish)
    finish(MPI_COMM_WORLD);
  free(data);
  MPI_Finalize();
  return 0;
}
