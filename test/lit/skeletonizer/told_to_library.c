// A library that nobody sees into remembers what it was told, and keeps pointers it was given.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
void setLength(int length);
int getLength(void);
void watchCounter(int *counter);
void countOn(void);
extern int channel;
double norm(double x) __attribute__((const));
int main(int argc, char **argv) {
  double sum = 0, buffer[64];
  int steps = 0;
  MPI_Init(&argc, &argv);
  // CHECK: setLength(40);
  setLength(40);
  // CHECK: watchCounter(&steps);
  watchCounter(&steps);
  // CHECK-NOT: sum
  for (int i = 0; i < 1000; ++i)
    sum += i * 0.5;
  sum += norm(sum);
  buffer[0] = sum;
  // CHECK: channel = 3;
  channel = 3;
  // CHECK: countOn();
  countOn();
  // CHECK: MPI_Send({{.*}}, getLength(), MPI_DOUBLE, 1, steps + channel, MPI_COMM_WORLD);
  MPI_Send(buffer, getLength(), MPI_DOUBLE, 1, steps + channel, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
