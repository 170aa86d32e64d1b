/* test/integration/mpi/requests.c - generalized requests, persistent collectives, messages in partitions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static int rank, size;

struct Work {
  int queried, freed, cancelled;
};

static int onQuery(void *state, MPI_Status *status) {
  ++((struct Work *)state)->queried;
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 7;
  status->MPI_TAG = 8;
  return MPI_SUCCESS;
}
static int onFree(void *state) {
  ++((struct Work *)state)->freed;
  return MPI_SUCCESS;
}
static int onCancel(void *state, int complete) {
  ((struct Work *)state)->cancelled += complete ? 10 : 1;
  return MPI_SUCCESS;
}

/* MPI_ERROR is what the calls set that complete several; the others leave it, save in an empty status. */
static void statuses(void) {
  MPI_Request requests[2];
  MPI_Status all[2], one = {.MPI_ERROR = 77};
  MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &(int){0}, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &one);
  MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &one);
  MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Irecv(&(int){0}, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
  MPI_Wait(&requests[1], &one);
  CHECK(one.MPI_ERROR == 77 && one.MPI_SOURCE == 0);
  all[0].MPI_ERROR = all[1].MPI_ERROR = 77;
  MPI_Waitall(2, requests, all);
  CHECK(all[0].MPI_ERROR == MPI_SUCCESS && all[1].MPI_ERROR == MPI_SUCCESS);
  MPI_Wait(&requests[1], &one);
  CHECK(one.MPI_ERROR == MPI_SUCCESS && one.MPI_SOURCE == MPI_ANY_SOURCE && one.MPI_TAG == MPI_ANY_TAG);
}

static void generalizedRequests(void) {
  struct Work work = {0, 0, 0};
  MPI_Request request;
  MPI_Status status;
  int flag, count;
  MPI_Grequest_start(onQuery, onFree, onCancel, &work, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(!flag);
  MPI_Cancel(&request);
  CHECK(work.cancelled == 1);
  MPI_Grequest_complete(request);
  MPI_Request_get_status(request, &flag, &status);
  CHECK(flag && status.MPI_SOURCE == 7 && work.queried == 1 && work.freed == 0);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(request == MPI_REQUEST_NULL && count == 3 && status.MPI_TAG == 8 && work.queried == 2 && work.freed == 1);
  /* One that nobody waits for. */
  MPI_Grequest_start(onQuery, onFree, onCancel, &work, &request);
  MPI_Grequest_complete(request);
  MPI_Request_free(&request);
  CHECK(work.freed == 2);
}

/* Each kind of argument once: none, payload, a root, arrays, an operation. */
static void addPairs(void *from, void *to, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < 2 * *count; ++i)
    ((int *)to)[i] += ((int *)from)[i];
}

/* What a request was made with may go before it starts. */
static void freedBeforeTheyStart(void) {
  int in[2] = {rank, 1}, sum[2], out[2] = {rank, -rank}, got[2] = {-1, -1};
  MPI_Datatype pair;
  MPI_Op operation;
  MPI_Request requests[3];
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(addPairs, 1, &operation);
  CHECK(MPI_Allreduce_init(in, sum, 1, pair, operation, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]) == MPI_SUCCESS);
  CHECK(MPI_Psend_init(out, 1, 1, pair, (rank + 1) % size, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]) ==
        MPI_SUCCESS);
  CHECK(MPI_Precv_init(got, 1, 1, pair, (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]) ==
        MPI_SUCCESS);
  MPI_Type_free(&pair);
  MPI_Op_free(&operation);
  for (int round = 0; round < 2; ++round) {
    MPI_Startall(3, requests);
    MPI_Pready(0, requests[1]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(sum[0] == size * (size - 1) / 2 && sum[1] == size);
    CHECK(got[0] == (rank + size - 1) % size && got[1] == -got[0]);
  }
  for (int i = 0; i < 3; ++i)
    MPI_Request_free(&requests[i]);
}

static void persistentCollectives(void) {
  int in = 0, sum = 0, all[64], counts[64], displacements[64], parts[64], scanned = 0, gathered[64], scattered = 0,
      root_value = 0;
  MPI_Request requests[8], barrier;
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    displacements[i] = size - 1 - i;
  }
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
  MPI_Allreduce_init(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Allgather_init(&in, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Allgatherv_init(&in, 1, MPI_INT, parts, counts, displacements, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                      &requests[2]);
  MPI_Scan_init(&in, &scanned, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
  MPI_Gather_init(&in, 1, MPI_INT, gathered, 1, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[4]);
  MPI_Scatter_init(gathered, 1, MPI_INT, &scattered, 1, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[5]);
  MPI_Bcast_init(&root_value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[6]);
  for (int round = 1; round <= 3; ++round) {
    in = rank + round;
    root_value = rank == 0 ? 100 * round : -1;
    for (int i = 0; i < 5; ++i)
      MPI_Start(&requests[(i + rank) % 5]); /* Not in the same order everywhere. */
    MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
    CHECK(sum == size * (size - 1) / 2 + size * round);
    CHECK(scanned == rank * (rank + 1) / 2 + (rank + 1) * round);
    for (int i = 0; i < size; ++i)
      CHECK(all[i] == i + round && parts[size - 1 - i] == i + round);
    MPI_Startall(2, requests + 5);
    MPI_Waitall(2, requests + 5, MPI_STATUSES_IGNORE);
    CHECK(scattered == in && root_value == 100 * round);
    MPI_Start(&barrier);
    int flag = 0;
    while (!flag)
      MPI_Test(&barrier, &flag, MPI_STATUS_IGNORE);
    CHECK(barrier != MPI_REQUEST_NULL);
  }
  for (int i = 0; i < 7; ++i)
    MPI_Request_free(&requests[i]);
  MPI_Request_free(&barrier);
}

/* The rest of the family, one start each. */
static void otherPersistentCollectives(void) {
  int in[64], out[64], one = rank, result = -1, counts[64], displacements[64], bytes[64];
  MPI_Datatype types[64];
  MPI_Request request;
  for (int i = 0; i < size; ++i) {
    in[i] = 10 * rank + i;
    counts[i] = 1;
    displacements[i] = i;
    bytes[i] = i * (int)sizeof(int);
    types[i] = MPI_INT;
  }
#define ONCE(start)                                                                                                    \
  do {                                                                                                                 \
    start;                                                                                                             \
    MPI_Start(&request);                                                                                               \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                                                             \
    MPI_Request_free(&request);                                                                                        \
    CHECK(request == MPI_REQUEST_NULL);                                                                                \
  } while (0)
  ONCE(MPI_Alltoall_init(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  CHECK(out[size - 1] == 10 * (size - 1) + rank);
  out[size - 1] = 0;
  ONCE(MPI_Alltoallv_init(in, counts, displacements, MPI_INT, out, counts, displacements, MPI_INT, MPI_COMM_WORLD,
                          MPI_INFO_NULL, &request));
  CHECK(out[size - 1] == 10 * (size - 1) + rank);
  out[size - 1] = 0;
  ONCE(
      MPI_Alltoallw_init(in, counts, bytes, types, out, counts, bytes, types, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  CHECK(out[size - 1] == 10 * (size - 1) + rank);
  ONCE(MPI_Gatherv_init(&one, 1, MPI_INT, out, counts, displacements, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                        &request));
  CHECK(rank != 0 || out[size - 1] == size - 1);
  ONCE(MPI_Scatterv_init(out, counts, displacements, MPI_INT, &result, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                         &request));
  CHECK(result == rank);
  ONCE(MPI_Reduce_init(&one, &result, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  CHECK(rank != 0 || result == size - 1);
  for (int i = 0; i < size; ++i)
    in[i] = 1;
  ONCE(MPI_Reduce_scatter_init(in, &result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  CHECK(result == size);
  result = 0;
  ONCE(MPI_Reduce_scatter_block_init(in, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  CHECK(result == size);
  ONCE(MPI_Exscan_init(&one, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  CHECK(rank == 0 || result == rank * (rank - 1) / 2);

  MPI_Comm ring;
  const int periodic = 1;
  MPI_Aint places[2] = {0, sizeof(int)};
  int around[2] = {-1, -1}, both[2] = {rank, rank};
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
#define AROUND                                                                                                         \
  CHECK(around[0] == left && around[1] == right);                                                                      \
  around[0] = around[1] = -1
  ONCE(MPI_Neighbor_allgather_init(&rank, 1, MPI_INT, around, 1, MPI_INT, ring, MPI_INFO_NULL, &request));
  AROUND;
  ONCE(MPI_Neighbor_allgatherv_init(&rank, 1, MPI_INT, around, counts, displacements, MPI_INT, ring, MPI_INFO_NULL,
                                    &request));
  AROUND;
  ONCE(MPI_Neighbor_alltoall_init(both, 1, MPI_INT, around, 1, MPI_INT, ring, MPI_INFO_NULL, &request));
  AROUND;
  ONCE(MPI_Neighbor_alltoallv_init(both, counts, displacements, MPI_INT, around, counts, displacements, MPI_INT, ring,
                                   MPI_INFO_NULL, &request));
  AROUND;
  ONCE(MPI_Neighbor_alltoallw_init(both, counts, places, types, around, counts, places, types, ring, MPI_INFO_NULL,
                                   &request));
  AROUND;
  MPI_Comm_free(&ring);
}

/* Four partitions there, two here; three rounds. */
static void partitions(void) {
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int out[8], in[8], flag;
  MPI_Request send, receive;
  MPI_Status status;
  MPI_Psend_init(out, 4, 2, MPI_INT, right, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(in, 2, 4, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 8; ++i) {
      out[i] = 100 * rank + 10 * round + i;
      in[i] = -1;
    }
    MPI_Start(&receive);
    MPI_Start(&send);
    const int last[2] = {3, 2};
    MPI_Pready_list(2, last, send);
    flag = 0;
    while (!flag)
      MPI_Parrived(receive, 1, &flag); /* made of the sender's partitions 2 and 3 */
    CHECK(in[4] == 100 * left + 10 * round + 4);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Parrived(receive, 0, &flag);
    CHECK(!flag);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pready(0, send);
    MPI_Pready_range(1, 1, send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, &status);
    CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 5);
    MPI_Get_count(&status, MPI_INT, &flag);
    CHECK(flag == 8);
    for (int i = 0; i < 8; ++i)
      CHECK(in[i] == 100 * left + 10 * round + i);
  }
  MPI_Request_free(&send);
  MPI_Request_free(&receive);
  MPI_Psend_init(out, 0, 2, MPI_INT, right, 6, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(in, 0, 2, MPI_INT, left, 6, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  MPI_Request none[2] = {send, receive};
  MPI_Startall(2, none);
  MPI_Waitall(2, none, MPI_STATUSES_IGNORE);
  MPI_Request_free(&none[0]);
  MPI_Request_free(&none[1]);

  int class_of;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Psend_init(out, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Error_class(MPI_Pready(0, send), &class_of);
  CHECK(class_of == MPI_ERR_ARG);
  MPI_Start(&send);
  CHECK(MPI_Pready(0, send) == MPI_SUCCESS);
  MPI_Error_class(MPI_Pready(2, send), &class_of);
  CHECK(class_of == MPI_ERR_ARG);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Request_free(&send);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* Also of a message without contents, which NULL has none of. */
static void statusBeforeTheEnd(void) {
  MPI_Request requests[2];
  MPI_Status status;
  int complete = 0, count = 0;
  MPI_Irecv(NULL, 100, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(NULL, 10, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Request_get_status(requests[0], &complete, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(complete && status.MPI_SOURCE == (rank + size - 1) % size && status.MPI_TAG == 5 && count == 10);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  statuses();
  generalizedRequests();
  freedBeforeTheyStart();
  persistentCollectives();
  otherPersistentCollectives();
  partitions();
  MPI_Barrier(MPI_COMM_WORLD);
  statusBeforeTheEnd();
  MPI_Finalize();
  return 0;
}
