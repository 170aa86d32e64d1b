/* test/integration/tool/programs/calls_of_all_kinds.c - buffers in place, wildcards, derived types, groups, windows
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdlib.h>

static void collectives(MPI_Comm comm, int rank, int size) {
  double all[64] = {0}, sum = rank, total = 0;
  int counts[8], places[8], twos[8], of_twos[8];
  for (int i = 0; i < size; ++i) {
    counts[i] = i + 1;
    places[i] = i * (i + 1) / 2;
    twos[i] = 2;
    of_twos[i] = 2 * i;
  }
  MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_MAX, comm);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_DOUBLE, comm);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_DOUBLE, comm);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 3, MPI_DOUBLE, comm);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all, twos, of_twos, MPI_DOUBLE, comm);
  if (rank == 1)
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 4, MPI_DOUBLE, 1, comm);
  else
    MPI_Gather(all, 4, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 1, comm);
  if (rank == 0)
    MPI_Scatterv(all, counts, places, MPI_DOUBLE, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, comm);
  else
    MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, all, counts[rank], MPI_DOUBLE, 0, comm);
  if (rank == 2)
    MPI_Reduce(MPI_IN_PLACE, all, 5, MPI_DOUBLE, MPI_SUM, 2, comm);
  else
    MPI_Reduce(all, NULL, 5, MPI_DOUBLE, MPI_SUM, 2, comm);
  MPI_Request request;
  MPI_Iallreduce(MPI_IN_PLACE, all, 7, MPI_DOUBLE, MPI_SUM, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void messages(MPI_Comm comm, int rank, int size) {
  MPI_Datatype column, pair, both[2] = {MPI_INT, MPI_DOUBLE};
  const int lengths[2] = {1, 3};
  const MPI_Aint offsets[2] = {0, 8};
  double values[64] = {0};
  MPI_Request requests[3];
  MPI_Type_vector(4, 1, 5, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Type_create_struct(2, lengths, offsets, both, &pair);
  MPI_Type_commit(&pair);
  const int next = (rank + 1) % size, last = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  MPI_Irecv(values, 1, column, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[0]);
  MPI_Isend(values + 32, 1, column, next, 5, comm, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Sendrecv(values, 1, pair, last, 6, values + 32, 1, pair, rank > 0 ? rank - 1 : MPI_PROC_NULL, 6, comm,
               MPI_STATUS_IGNORE);
  MPI_Send_init(values, 8, MPI_INT, next, 7, comm, &requests[0]);
  MPI_Recv_init(values + 32, 8, MPI_INT, (rank + size - 1) % size, 7, comm, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    MPI_Startall(2, requests);
    for (int k = 0; k < 2; ++k) {
      int index = 0;
      MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    }
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Type_free(&column);
  MPI_Type_free(&pair);
}

int main(int argc, char **argv) {
  int rank = 0, size = 0, period = 1;
  const int first[2] = {0, 1};
  MPI_Group world, some;
  MPI_Comm reversed, two, ring;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  collectives(MPI_COMM_WORLD, rank, size);
  messages(MPI_COMM_WORLD, rank, size);
  MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1 ? MPI_UNDEFINED : 0, -rank, &reversed);
  if (reversed != MPI_COMM_NULL) {
    MPI_Barrier(reversed);
    MPI_Comm_free(&reversed);
  }
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, first, &some);
  MPI_Comm_create(MPI_COMM_WORLD, some, &two);
  if (two != MPI_COMM_NULL) {
    messages(two, rank, 2);
    MPI_Comm_free(&two);
  }
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &ring);
  messages(ring, rank, size);
  MPI_Comm_free(&ring);
  double *const memory = calloc(16, sizeof *memory);
  MPI_Win_create(memory, 16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 3, 1, MPI_INT, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&period, 1, MPI_INT, 0, 1, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  MPI_Win_free(&window);
  free(memory);
  MPI_Finalize();
  return 0;
}
