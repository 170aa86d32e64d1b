/* The second program. Names that only one program needs are in both.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "strip.h"

#include <mpi.h>
#include <stdio.h>

double verbose = 0.5;

int width(int argc, char **argv) { return argc > 2 && argv[1][0] == 'w' ? 4 : 16; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Strip strip = makeStrip(100 * width(argc, argv));
  for (int step = 0; step < 20; step++) {
    relax(&strip);
    if (total(&strip) < 0.0)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  if (strip.rank == 0)
    printf("verbose: %g\n", verbose);
  char name[16] = "sums";
  MPI_Bcast(name, width(argc, argv), MPI_CHAR, 0, MPI_COMM_WORLD);
  freeStrip(&strip);
  MPI_Finalize();
  return 0;
}
