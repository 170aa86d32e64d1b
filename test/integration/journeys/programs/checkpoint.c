/* test/integration/journeys/programs/checkpoint.c - a field that is written now and then, and read again
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file for each rank with a header, by the C library; one for all ranks, by POSIX. In the middle the program goes on
 * from its file, whose header says where.
 */
#include <fcntl.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { kCells = 20000, kSteps = 12, kEvery = 3 };

struct Header {
  int step, cells;
};

static double *field;
static int rank, size;

static void relax(void) {
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(&field[1], 1, MPI_DOUBLE, left, 0, &field[kCells + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(&field[kCells], 1, MPI_DOUBLE, right, 0, &field[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 1; i <= kCells; ++i)
    field[i] = 0.3 * (field[i - 1] + field[i] + field[i + 1]) + 0.01 * sin(i + rank);
}

static void fail(const char *what) {
  fprintf(stderr, "checkpoint: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void nameOf(char *name, size_t room) { snprintf(name, room, "checkpoints/rank-%d", rank); }

static void writeOwn(int step) {
  char name[64];
  nameOf(name, sizeof name);
  FILE *const file = fopen(name, "wb");
  struct Header header = {step, kCells};
  if (file == NULL || fwrite(&header, sizeof header, 1, file) != 1)
    fail("cannot write the header");
  if (fwrite(&field[1], sizeof(double), kCells, file) != kCells)
    fail("cannot write the field");
  fclose(file);
}

static int readOwn(void) {
  char name[64];
  nameOf(name, sizeof name);
  FILE *const file = fopen(name, "rb");
  struct Header header;
  if (file == NULL || fread(&header, sizeof header, 1, file) != 1 || header.cells != kCells)
    fail("cannot read the header");
  if (fread(&field[1], sizeof(double), kCells, file) != kCells)
    fail("cannot read the field");
  fclose(file);
  return header.step;
}

static void writeShared(void) {
  const int file = open("checkpoints/all", O_WRONLY | O_CREAT, 0644);
  const off_t at = (off_t)rank * kCells * (off_t)sizeof(double);
  if (pwrite(file, &field[1], kCells * sizeof(double), at) != kCells * (ssize_t)sizeof(double))
    fail("cannot write the shared file");
  fsync(file);
  close(file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  field = calloc(kCells + 2, sizeof *field);
  if (rank == 0)
    mkdir("checkpoints", 0755);
  MPI_Barrier(MPI_COMM_WORLD);
  int restarted = 0;
  for (int step = 1; step <= kSteps; ++step) {
    relax();
    if (step % kEvery == 0)
      writeOwn(step);
    if (step == 8 && !restarted) {
      step = readOwn();
      restarted = 1;
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  writeShared();
  double sum = 0;
  for (int i = 1; i <= kCells; ++i)
    sum += field[i];
  printf("rank %d: %g\n", rank, sum);
  free(field);
  MPI_Finalize();
  return 0;
}
