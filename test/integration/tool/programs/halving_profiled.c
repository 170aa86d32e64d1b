/* test/integration/tool/programs/halving_profiled.c - as a tree profiled/ would hold it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "halving.h"
#include <maquette/abi/skeleton.h>

#ifndef MODEL
#define MODEL "halving-1"
#endif
const char maquette_model_id[] = MODEL;

int main(int argc, char **argv) {
  int rank, size, more, step = 0;
  long n = argc > 1 ? atol(argv[1]) : 20000;
  double residual = 1, sum;
  double *items = malloc(2000 * sizeof *items);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  do {
    int count;
    double half;
    maquette_region_begin("main#work", 1, (double)n);
    half = 0.5 * work(n) * residual / size;
    maquette_region_end("main#work");
    MPI_Allreduce(&half, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    residual = sum;
    count = (int)maquette_observe_integer("main#count", 100 - 10 * step, 0);
    shiftItems(items, count, 1000, rank, size);
    ++step;
    more = maquette_observe_branch("main#more", residual > 0.02, 0);
  } while (more);
  free(items);
  MPI_Finalize();
  return argc > 2 ? (int)atol(argv[2]) : 0;
}
