// Cases inside a loop that the switch jumps into: the loop stays with all that decides how often it communicates.
// RUN: %skeleton --option=-Wno-implicit-fallthrough %s | FileCheck %s
#include <mpi.h>
static double x[1000];
static void sendAll(int count) {
  int to = 0;
  int rounds = (count + 3) / 4;
  // CHECK: switch (count % 4)
  switch (count % 4) {
  case 0:
    do {
      MPI_Send(x, 10, MPI_DOUBLE, to++, 0, MPI_COMM_WORLD);
    // CHECK: case 3:
    // CHECK-NEXT: MPI_Send({{.*}}, 10, MPI_DOUBLE, to++, 0,
    case 3:
      MPI_Send(x, 10, MPI_DOUBLE, to++, 0, MPI_COMM_WORLD);
    case 2:
      MPI_Send(x, 10, MPI_DOUBLE, to++, 0, MPI_COMM_WORLD);
    case 1:
      MPI_Send(x, 10, MPI_DOUBLE, to++, 0, MPI_COMM_WORLD);
      // CHECK: } while (--rounds > 0);
    } while (--rounds > 0);
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000; i++)
    x[i] += i;
  sendAll(argc + 5);
  MPI_Finalize();
  return 0;
}
