/* test/integration/tool/programs/census.c - a number for each of many, known to all ranks
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: census sum|gather|none
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { kNumbers = 1 << 16 };

int main(int argc, char **argv) {
  int rank = 0, size = 0, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *const numbers = malloc(kNumbers * sizeof *numbers);
  const int share = kNumbers / size;
  for (int i = 0; i < kNumbers; ++i)
    numbers[i] = i / share == rank ? i : 0;
  MPI_Barrier(MPI_COMM_WORLD); /* All hold theirs. */
  const char *const how = argc > 1 ? argv[1] : "none";
  const int alone = strcmp(how, "none") == 0;
  if (strcmp(how, "sum") == 0)
    MPI_Allreduce(MPI_IN_PLACE, numbers, kNumbers, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (strcmp(how, "gather") == 0)
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, numbers, share, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < kNumbers; ++i)
    wrong += numbers[i] != (alone && i / share != rank ? 0 : i);
  free(numbers);
  MPI_Finalize();
  return wrong > 0;
}
