// A loop that polls until all that was asked for has come: how often it runs depends on timing, and is not predicted.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int outstanding;
static double field[1000];
static char buffer[1000];
static MPI_Request request;
static void poll(void) {
  int arrived;
  MPI_Status status;
  MPI_Test(&request, &arrived, &status);
  if (arrived) {
    // CHECK: outstanding -= status.MPI_TAG;
    outstanding -= status.MPI_TAG;
    MPI_Start(&request);
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Recv_init(buffer, 1000, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  for (int step = 0; step < argc; step++) {
    for (int i = 0; i < 1000; i++)
      field[i] = field[i] * 0.5 + field[999 - i];
    for (int i = 0; i < 1000; i++)
      if (field[i] > 0.5)
        outstanding++;
    MPI_Send(field, 1000, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    // CHECK: while (outstanding != 0)
    while (outstanding != 0)
      poll();
  }
  MPI_Finalize();
  return 0;
}
