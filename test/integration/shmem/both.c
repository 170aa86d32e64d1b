/* test/integration/shmem/both.c - MPI and OpenSHMEM in one program
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <mpi.h>

int main(int argc, char **argv) {
  static long sum, flag;
  MPI_Init(&argc, &argv);
  shmem_init();
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(rank == shmem_my_pe() && size == shmem_n_pes());
  shmem_atomic_add(&sum, (long)rank, 0);
  shmem_barrier_all();
  long total = sum;
  MPI_Bcast(&total, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  CHECK(total == (long)size * (size - 1) / 2);
  /* What MPI orders, OpenSHMEM has quieted. */
  int token = 0;
  if (rank == 0) {
    for (int pe = 0; pe < size; ++pe)
      shmem_p(&flag, 9L, pe);
    shmem_quiet();
  }
  MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK(flag == 9);
  shmem_finalize();
  MPI_Finalize();
  return 0;
}
