// errno says what went wrong in calls before; getopt() gives what the arguments hold, also of a list that the program
// makes.
// RUN: %skeleton --exact %s | FileCheck %s
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static double x[1000];
int main(int argc, char **argv) {
  char number[12], name[] = "p", option[] = "-n", *arguments[] = {name, option, number, NULL};
  int n = 1;
  MPI_Init(&argc, &argv);
  // CHECK: sprintf(number, "%d", argc);
  sprintf(number, "%d", argc);
  while (getopt(3, arguments, "n:") == 'n')
    n = atoi(optarg);
  MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: errno = 0;
  // CHECK-NEXT: strtol(argv[0], NULL, 10);
  // CHECK-NEXT: if (errno == ERANGE)
  errno = 0;
  strtol(argv[0], NULL, 10);
  if (errno == ERANGE)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
