// The names in a table of options are read where the table is; so is what hangs in a record that an unknown function
// gets.
// RUN: %skeleton %s | FileCheck %s
#include <getopt.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
struct job {
  int *counts, done;
};
void library_fill(struct job *job);
int main(int argc, char **argv) {
  double x[100];
  int n = 10, given;
  MPI_Init(&argc, &argv);
  struct option *options = calloc(2, sizeof(struct option));
  // CHECK: char *name = calloc(
  char *name = calloc(10, 1);
  // CHECK: strcpy(name, "size");
  strcpy(name, "size");
  options[0].name = name;
  options[0].has_arg = 1;
  while ((given = getopt_long(argc, argv, "", options, NULL)) != -1)
    n = atoi(optarg);
  // CHECK: int *counts = calloc(
  int *counts = calloc(10, sizeof(int));
  struct job job = {counts, 0};
  // CHECK: library_fill(&job);
  library_fill(&job);
  MPI_Send(x, n + counts[0], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
