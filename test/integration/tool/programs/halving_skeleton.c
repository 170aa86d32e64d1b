/* test/integration/tool/programs/halving_skeleton.c - as a tree skeleton/ would hold it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "halving.h"
#include <maquette/abi/skeleton.h>

#ifndef MODEL
#define MODEL "halving-1"
#endif
#ifndef TAG
#define TAG 1
#endif
#ifndef CHARGE
#define CHARGE maquette_compute_staying
#endif
const char maquette_model_id[] = MODEL;

int main(int argc, char **argv) {
  int rank, size, more;
  long n = argc > 1 ? atol(argv[1]) : 20000;
  const int prints = argc > 2;
  double *items = maquette_phantom_allocate(2000 * sizeof *items);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  do {
    int count;
    maquette_compute("main#work", 1, (double)n);
    MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count = (int)maquette_predict_integer("main#count", 0);
    MPI_Sendrecv(items, count, MPI_DOUBLE, (rank + 1) % size, TAG, items + 1000, 1000, MPI_DOUBLE,
                 (rank + size - 1) % size, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    more = maquette_predict_branch("main#more", 0);
  } while (more);
  if (prints)
    CHARGE("main#print", 1, (double)n);
  maquette_phantom_free(items);
  MPI_Finalize();
  return 0;
}
