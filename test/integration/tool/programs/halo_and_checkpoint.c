/* test/integration/tool/programs/halo_and_checkpoint.c - two ranks exchange messages while another writes a file
 * SPDX-License-Identifier: Apache-2.0
 *
 * halo_and_checkpoint A B WRITER STEPS: ranks A and B exchange 1 MiB STEPS times; rank WRITER writes 64 MiB (-1: none).
 * Prints the simulated seconds of both.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kBytes = 1 << 20, kPieces = 64 };
static char out[kBytes], in[kBytes];

static double exchange(int other, int steps) {
  const double begin = MPI_Wtime();
  for (int i = 0; i < steps; ++i)
    MPI_Sendrecv(out, kBytes, MPI_CHAR, other, 0, in, kBytes, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return MPI_Wtime() - begin;
}

static double checkpoint(void) {
  const double begin = MPI_Wtime();
  const int file = open("checkpoint", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  for (int i = 0; i < kPieces; ++i)
    if (write(file, out, kBytes) != kBytes)
      MPI_Abort(MPI_COMM_WORLD, 1);
  fsync(file);
  close(file);
  return MPI_Wtime() - begin;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc < 5)
    MPI_Abort(MPI_COMM_WORLD, 2);
  const int a = atoi(argv[1]), b = atoi(argv[2]), writer = atoi(argv[3]), steps = atoi(argv[4]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == a || rank == b) {
    const double seconds = exchange(rank == a ? b : a, steps);
    if (rank == a)
      printf("halo %.12f\n", seconds);
  } else if (rank == writer) {
    printf("checkpoint %.12f\n", checkpoint());
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
