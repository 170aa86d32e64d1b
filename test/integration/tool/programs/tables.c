/* test/integration/tool/programs/tables.c - a table that all ranks fill alike, and data of their own
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: tables BYTES
 * Prints whether every rank found in both what belongs there.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, wrong = 0, all_wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 1 << 20;
  char *table = malloc(bytes); /* The test shares what this line gets. */
  char *own = calloc(bytes, 1);
  for (size_t i = 0; i < bytes; ++i)
    wrong += own[i] != 0;
  memset(table, 7, bytes);
  memset(own, rank + 1, bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  for (size_t i = 0; i < bytes; ++i)
    wrong += table[i] != 7 || own[i] != rank + 1;
  table = realloc(table, bytes / 2);
  for (size_t i = 0; i < bytes / 2; ++i)
    wrong += table[i] != 7;
  free(own);
  free(table);
  MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d bytes are wrong\n", all_wrong);
  MPI_Finalize();
  return 0;
}
