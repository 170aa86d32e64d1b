// A signal that the program sends itself runs its handler.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <signal.h>
static volatile sig_atomic_t hits;
// CHECK: static void hit(int signal) {
static void hit(int signal) {
  // CHECK-NEXT: hits += signal;
  hits += signal;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: signal(SIGUSR1, hit);
  signal(SIGUSR1, hit);
  // CHECK-NEXT: raise(SIGUSR1);
  raise(SIGUSR1);
  MPI_Send(argv, hits, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
