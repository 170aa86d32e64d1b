// What library functions share unseen: where getopt and standard input stand, which folders there are.
// RUN: %skeleton %s | FileCheck %s
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
static int byDistance(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
  int loud = 0, peers[2] = {1, 0};
  MPI_Init(&argc, &argv);
  // CHECK: while (getopt(argc, argv, "v") != -1)
  while (getopt(argc, argv, "v") != -1)
    loud = 1;
  // CHECK: count = atoi(argv[optind]);
  int count = atoi(argv[optind]);
  int more = 0;
  // CHECK: while (getchar() != ':')
  while (getchar() != ':')
    ;
  // CHECK: if (scanf("%d", &more) == 1)
  // CHECK-NEXT: count += more;
  if (scanf("%d", &more) == 1)
    count += more;
  // CHECK-NOT: loud
  loud = getchar() == 'v';
  // CHECK: mkdir("results", 0777);
  mkdir("results", 0777);
  FILE *out = fopen("results/log", "w");
  if (!out)
    MPI_Abort(MPI_COMM_WORLD, 1);
  // CHECK-NOT: fprintf
  fprintf(out, "%d\n", loud);
  // CHECK: qsort(peers, 2, sizeof(int), byDistance);
  qsort(peers, 2, sizeof(int), byDistance);
  MPI_Send(&count, count, MPI_INT, peers[0], 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
