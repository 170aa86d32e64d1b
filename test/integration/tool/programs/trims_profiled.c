/* test/integration/tool/programs/trims_profiled.c - takes blocks from the end of the heap and gives them back, around
 * regions that are new each time
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints in how many of the rounds the C library gave the end of the heap back to the system.
 */
#define _DEFAULT_SOURCE
#include <maquette/abi/skeleton.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char maquette_model_id[] = "trims-1";

enum { ROUNDS = 60, BLOCKS = 6, BYTES = 110000 };

int main(int argc, char **argv) {
  int rank, round, i, given_back = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (round = 0; round < ROUNDS; ++round) {
    char *blocks[BLOCKS];
    char *end;
    for (i = 0; i < BLOCKS; ++i) {
      blocks[i] = malloc(BYTES);
      maquette_region_begin("main#fill", 2, (double)round, (double)i);
      memset(blocks[i], round, BYTES);
      maquette_region_end("main#fill");
      MPI_Barrier(MPI_COMM_WORLD);
    }
    end = sbrk(0);
    for (i = BLOCKS - 1; i >= 0; --i)
      free(blocks[i]);
    given_back += (char *)sbrk(0) < end;
  }
  if (rank == 0)
    printf("%d of %d\n", given_back, ROUNDS);
  MPI_Finalize();
  return 0;
}
