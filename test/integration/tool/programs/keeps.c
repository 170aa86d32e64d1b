/* test/integration/tool/programs/keeps.c - what ranks wrote before they waited, and what they do with it then
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: keeps BLOCKS FOLDER
 * Each rank keeps a table, as many small blocks as the first number says, noise, and room that it never used. Prints
 * whether all found what belongs there after they had met, and what the host's kernel was given of it.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kRow = 27, kTable = 1 << 17 };

static int wrong;
static void expect(int fine) { wrong += !fine; }

static void check_rows(long **rows, int count, int rank) {
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < kRow; ++k)
      expect(rows[i][k] == 1000000L * rank + 16 * i + k);
}

/* A path and data that lie in compressed memory. */
static void check_files(const char *path, int *table, int rank) {
  int *again = calloc(kTable, sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  FILE *file = fopen(path, "w");
  expect(file != NULL && fwrite(table, sizeof(int), kTable, file) == kTable && fclose(file) == 0);
  const int number = open(path, O_RDONLY);
  expect(number >= 0);
  expect(read(number, again, kTable * sizeof(int)) == (ssize_t)(kTable * sizeof(int)));
  close(number);
  for (int i = 0; i < kTable; ++i)
    expect(again[i] == rank + 3 * i);
  expect(remove(path) == 0);
  free(again);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, all_wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int blocks = atoi(argv[1]);
  char *path = malloc(4096), *unused = malloc(1 << 20);
  sprintf(path, "%s/keeps-%d", argv[2], rank);
  int *table = malloc(kTable * sizeof(int));
  for (int i = 0; i < kTable; ++i)
    table[i] = rank + 3 * i;
  long **rows = malloc(blocks * sizeof *rows);
  for (int i = 0; i < blocks; ++i) {
    rows[i] = malloc(kRow * sizeof(long));
    for (int k = 0; k < kRow; ++k)
      rows[i][k] = 1000000L * rank + 16 * i + k;
  }
  unsigned *noise = malloc(kTable * sizeof(unsigned)), seed = (unsigned)rank;
  for (int i = 0; i < kTable; ++i)
    noise[i] = seed = seed * 1664525u + 1013904223u;
  MPI_Barrier(MPI_COMM_WORLD);
  check_rows(rows, blocks, rank);
  check_files(path, table, rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) { /* What it forks off has the same memory. */
    int status = 1;
    const pid_t child = fork();
    if (child == 0) {
      check_rows(rows, blocks, rank);
      _exit(wrong != 0);
    }
    expect(waitpid(child, &status, 0) == child && status == 0);
  }
  for (int i = 0; i < blocks; i += 2)
    free(rows[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < blocks; i += 2) {
    rows[i] = calloc(kRow, sizeof(long));
    for (int k = 0; k < kRow; ++k)
      expect(rows[i][k] == 0);
    for (int k = 0; k < kRow; ++k)
      rows[i][k] = 1000000L * rank + 16 * i + k;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  check_rows(rows, blocks, rank);
  MPI_Sendrecv_replace(table, kTable, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  table = realloc(table, 2 * kTable * sizeof(int));
  for (int i = 0; i < kTable; ++i)
    expect(table[i] == (rank + size - 1) % size + 3 * i);
  seed = (unsigned)rank;
  for (int i = 0; i < kTable; ++i)
    expect(noise[i] == (seed = seed * 1664525u + 1013904223u));
  for (int i = 0; i < blocks; ++i)
    free(rows[i]);
  free(rows), free(table), free(noise), free(path), free(unused);
  MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d are wrong\n", all_wrong);
  MPI_Finalize();
  return 0;
}
