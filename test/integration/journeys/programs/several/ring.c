/* The first program. Names that only one program needs are in both.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "strip.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int verbose = 1;

int width(int argc, char **argv) { return argc > 1 ? atoi(argv[1]) : 8; }

int main(int argc, char **argv) {
  double change = 0.0;
  MPI_Init(&argc, &argv);
  Strip strip = makeStrip(2000);
  for (int step = 0; step < 30; step++) {
    change += relax(&strip);
    passOn(&strip, width(argc, argv));
  }
  if (verbose && change < 0.0)
    printf("changed by %g\n", change);
  freeStrip(&strip);
  MPI_Finalize();
  return 0;
}
