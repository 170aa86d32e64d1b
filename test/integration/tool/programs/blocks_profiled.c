/* test/integration/tool/programs/blocks_profiled.c - takes so many blocks that what the runtime keeps about them grows
 * SPDX-License-Identifier: Apache-2.0
 */
#include <maquette/abi/skeleton.h>
#include <mpi.h>
#include <stdlib.h>

const char maquette_model_id[] = "blocks-1";

int main(int argc, char **argv) {
  enum { kBlocks = 40000 };
  static char *blocks[kBlocks];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < kBlocks; ++i) {
    blocks[i] = malloc(4096);
    maquette_region_begin("main#use", 0);
    blocks[i][0] = 1;
    maquette_region_end("main#use");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < kBlocks; ++i)
    free(blocks[i]);
  MPI_Finalize();
  return 0;
}
