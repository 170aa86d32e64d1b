/* test/integration/tool/programs/exchanges.c - exchanges of every kind that a trace must say
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdlib.h>

/* Counts of their own, from all and on a communicator of half of them. */
static void gather(int rank, int size) {
  int *counts = malloc(sizeof *counts * (size_t)size), *places = malloc(sizeof *places * (size_t)size);
  int total = 0;
  for (int i = 0; i < size; i++) {
    counts[i] = i + 1;
    places[i] = total;
    total += counts[i];
  }
  double *mine = calloc((size_t)size + 1, sizeof *mine), *all = calloc((size_t)total, sizeof *all);
  MPI_Allgatherv(mine, rank + 1, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Gatherv(mine, rank + 1, MPI_DOUBLE, all, rank == 0 ? counts : NULL, rank == 0 ? places : NULL, MPI_DOUBLE, 0,
              MPI_COMM_WORLD);
  free(counts);
  free(places);
  free(mine);
  free(all);
}

int main(int argc, char **argv) {
  int rank, size;
  double from[2][64], to[2][64];
  MPI_Request requests[4], persistent[2];
  MPI_Comm half;
  MPI_Datatype every_second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Type_vector(16, 1, 2, MPI_DOUBLE, &every_second);
  MPI_Type_commit(&every_second);
  for (int round = 0; round < 5; round++) {
    MPI_Irecv(from[0], 1, every_second, left, round, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(from[1], 64, MPI_DOUBLE, MPI_ANY_SOURCE, 100 + round, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(to[0], 1, every_second, right, round, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(to[1], 64, MPI_DOUBLE, right, 100 + round, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Send_init(to[0], 8, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &persistent[0]);
  MPI_Recv_init(from[0], 8, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, &persistent[1]);
  for (int round = 0; round < 3; round++) {
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&persistent[0]);
  MPI_Request_free(&persistent[1]);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Bcast(from, 64, MPI_DOUBLE, 0, half);
  MPI_Iallreduce(to[0], from[0], 64, MPI_DOUBLE, MPI_SUM, half, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  gather(rank, size);
  MPI_Comm_free(&half);
  MPI_Type_free(&every_second);
  MPI_Finalize();
  return 0;
}
