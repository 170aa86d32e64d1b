// Which thread runs, and which object an address lies in: no unknown functions that might write what they were given.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree report %s | FileCheck %s --check-prefix=SAID
// SAID-NOT: unknown function
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const pthread_t host = pthread_self();
  Dl_info info = {0};
  int count = 1000;
  // CHECK: MPI_Init(
  // CHECK-NOT: pthread_
  // CHECK-NOT: dl
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, count,
  // CHECK: MPI_Finalize
  if (!pthread_equal(host, pthread_self()) || dladdr((void *)&count, &info) == 0)
    puts(dlerror());
  for (int i = 0; i < count; ++i)
    x[i] = i;
  MPI_Bcast(x, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
