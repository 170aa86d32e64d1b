/* test/integration/mpi/arguments.c - arguments at the edge of what MPI allows, and beyond
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each call's error class is as expected, and the next call finds all in order. What MPICH does where the standard
 * leaves it open.
 */
#include "check.h"

#include <string.h>

#define NONE MPI_DATATYPE_NULL

static int rank, size;

static int class_of(int code) {
  int result;
  MPI_Error_class(code, &result);
  return result;
}

#define GIVES(expected, call) CHECK(class_of(call) == (expected))

/* No elements need no type, one by one. */
static void empty_messages(void) {
  int data[2] = {0, 0};
  MPI_Request request;
  MPI_Status status;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  GIVES(MPI_SUCCESS, MPI_Sendrecv(data, 0, NONE, next, 1, data, 0, NONE, before, 1, MPI_COMM_WORLD, &status));
  CHECK(status.MPI_SOURCE == before);
  GIVES(MPI_SUCCESS, MPI_Irecv(data, 0, NONE, before, 1, MPI_COMM_WORLD, &request));
  GIVES(MPI_SUCCESS, MPI_Send(data, 0, NONE, next, 1, MPI_COMM_WORLD));
  GIVES(MPI_SUCCESS, MPI_Wait(&request, &status));
  GIVES(MPI_SUCCESS, MPI_Send_init(data, 0, NONE, next, 1, MPI_COMM_WORLD, &request));
  MPI_Start(&request);
  GIVES(MPI_SUCCESS, MPI_Recv(data, 0, NONE, before, 1, MPI_COMM_WORLD, &status));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  GIVES(MPI_ERR_TYPE, MPI_Send(data, 1, NONE, next, 1, MPI_COMM_WORLD));
  GIVES(MPI_ERR_COUNT, MPI_Send(data, -1, MPI_INT, next, 1, MPI_COMM_WORLD));
}

static void empty_partitions(void) {
  MPI_Request requests[2];
  char data = 0;
  GIVES(MPI_SUCCESS, MPI_Precv_init(&data, 1, 0, NONE, rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
  GIVES(MPI_SUCCESS, MPI_Psend_init(&data, 1, 0, NONE, rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  MPI_Startall(2, requests);
  MPI_Pready(0, requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; ++i)
    MPI_Request_free(&requests[i]);
}

/* Each rank sends one number to the next and nothing to others. */
static void types_of_all(void) {
  int counts_out[8], counts_in[8], places[8], given = rank, taken = -1;
  MPI_Aint addresses[2] = {0, 0};
  MPI_Datatype types_out[8], types_in[8];
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (int i = 0; i < size; ++i) {
    counts_out[i] = i == next;
    counts_in[i] = i == before;
    places[i] = 0;
    types_out[i] = i == next ? MPI_INT : NONE;
    types_in[i] = i == before ? MPI_INT : NONE;
  }
  GIVES(MPI_SUCCESS,
        MPI_Alltoallw(&given, counts_out, places, types_out, &taken, counts_in, places, types_in, MPI_COMM_WORLD));
  CHECK(taken == before);
  MPI_Request request;
  taken = -1;
  GIVES(MPI_SUCCESS, MPI_Ialltoallw(&given, counts_out, places, types_out, &taken, counts_in, places, types_in,
                                    MPI_COMM_WORLD, &request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(taken == before);
  taken = -1;
  GIVES(MPI_SUCCESS, MPI_Alltoallw_init(&given, counts_out, places, types_out, &taken, counts_in, places, types_in,
                                        MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  CHECK(taken == before);
  types_out[next] = NONE;
  GIVES(MPI_ERR_TYPE,
        MPI_Alltoallw(&given, counts_out, places, types_out, &taken, counts_in, places, types_in, MPI_COMM_WORLD));
  types_out[next] = MPI_INT;
  counts_in[before] = -1;
  GIVES(MPI_ERR_COUNT,
        MPI_Alltoallw(&given, counts_out, places, types_out, &taken, counts_in, places, types_in, MPI_COMM_WORLD));

  /* On a ring, below and above: to the one above, from the one below. */
  MPI_Comm ring;
  const int periodic = 1, out[2] = {0, 1}, in[2] = {1, 0};
  MPI_Datatype above[2] = {NONE, MPI_INT}, below[2] = {MPI_INT, NONE};
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  taken = -1;
  GIVES(MPI_SUCCESS, MPI_Neighbor_alltoallw(&given, out, addresses, above, &taken, in, addresses, below, ring));
  CHECK(taken == before);
  taken = -1;
  GIVES(MPI_SUCCESS,
        MPI_Ineighbor_alltoallw(&given, out, addresses, above, &taken, in, addresses, below, ring, &request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(taken == before);
  GIVES(MPI_ERR_TYPE, MPI_Neighbor_alltoallw(&given, out, addresses, below, &taken, in, addresses, below, ring));
  MPI_Comm_free(&ring);
}

/* Errors that every rank sees by itself: none of them waits for another. */
static void collectives(void) {
  int data[8] = {0}, result[8] = {0}, counts[8] = {0}, places[8] = {0};
  GIVES(MPI_ERR_TYPE, MPI_Bcast(data, 1, NONE, 0, MPI_COMM_WORLD));
  GIVES(MPI_ERR_ROOT, MPI_Bcast(data, 1, MPI_INT, size, MPI_COMM_WORLD));
  if (rank == 0) {
    GIVES(MPI_ERR_TYPE, MPI_Gather(data, 0, MPI_INT, result, 0, NONE, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_TYPE, MPI_Gatherv(data, 0, MPI_INT, result, counts, places, NONE, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_TYPE, MPI_Scatter(data, 0, MPI_INT, result, 0, NONE, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_TYPE, MPI_Scatterv(data, counts, places, NONE, result, 0, MPI_INT, 0, MPI_COMM_WORLD));
    counts[size - 1] = -2;
    GIVES(MPI_ERR_COUNT, MPI_Gatherv(data, 0, MPI_INT, result, counts, places, MPI_INT, 0, MPI_COMM_WORLD));
    counts[size - 1] = 0;
  }
  GIVES(MPI_ERR_TYPE, MPI_Allgather(data, 0, NONE, result, 0, MPI_INT, MPI_COMM_WORLD));
  GIVES(MPI_ERR_TYPE, MPI_Allgatherv(data, 0, MPI_INT, result, counts, places, NONE, MPI_COMM_WORLD));
  GIVES(MPI_ERR_TYPE, MPI_Alltoall(data, 0, NONE, result, 0, MPI_INT, MPI_COMM_WORLD));
  GIVES(MPI_ERR_TYPE, MPI_Alltoallv(data, counts, places, MPI_INT, result, counts, places, NONE, MPI_COMM_WORLD));
  GIVES(MPI_ERR_OP, MPI_Allreduce(data, result, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
  counts[0] = -1;
  GIVES(MPI_ERR_COUNT, MPI_Alltoallv(data, counts, places, MPI_INT, result, counts, places, MPI_INT, MPI_COMM_WORLD));
  GIVES(MPI_ERR_COUNT, MPI_Reduce_scatter(data, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  counts[0] = 0;
  GIVES(MPI_SUCCESS, MPI_Alltoallv(data, counts, places, MPI_INT, result, counts, places, MPI_INT, MPI_COMM_WORLD));
}

/* A type may be made of others and asked before it is committed, but not sent. */
static void commitment(void) {
  MPI_Datatype pair, two, copy, parts[1];
  MPI_Aint addresses[1];
  int data[4] = {0}, count = 0, position = 0, integers[1];
  char room[16];
  MPI_Status status = {0};
  MPI_Type_contiguous(2, MPI_INT, &pair);
  GIVES(MPI_ERR_TYPE, MPI_Send(data, 1, pair, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
  GIVES(MPI_SUCCESS, MPI_Send(data, 0, pair, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
  GIVES(MPI_ERR_TYPE, MPI_Bcast(data, 1, pair, 0, MPI_COMM_WORLD));
  GIVES(MPI_ERR_TYPE, MPI_Pack(data, 1, pair, room, 16, &position, MPI_COMM_WORLD));
  GIVES(MPI_SUCCESS, MPI_Get_count(&status, pair, &count));
  GIVES(MPI_SUCCESS, MPI_Type_size(pair, &count));
  GIVES(MPI_SUCCESS, MPI_Type_contiguous(2, pair, &two));
  MPI_Type_commit(&two);
  GIVES(MPI_SUCCESS, MPI_Bcast(data, 1, two, 0, MPI_COMM_WORLD));
  GIVES(MPI_ERR_TYPE, MPI_Bcast(data, 1, pair, 0, MPI_COMM_WORLD));
  MPI_Type_get_contents(two, 1, 0, 1, integers, addresses, parts);
  GIVES(MPI_SUCCESS, MPI_Bcast(data, 1, parts[0], 0, MPI_COMM_WORLD));
  MPI_Type_dup(two, &copy);
  GIVES(MPI_SUCCESS, MPI_Bcast(data, 1, copy, 0, MPI_COMM_WORLD));
  MPI_Type_free(&copy);
  MPI_Type_dup(pair, &copy);
  GIVES(MPI_ERR_TYPE, MPI_Bcast(data, 1, copy, 0, MPI_COMM_WORLD));
  for (MPI_Datatype *type = (MPI_Datatype[]){pair, two, copy, parts[0], NONE}; *type != NONE; ++type)
    MPI_Type_free(&(MPI_Datatype){*type});
}

/* What a status says of a type without size, and of more than an int counts. */
static void statuses(void) {
  MPI_Status status;
  MPI_Datatype nothing;
  int count = 7;
  MPI_Count many = 7;
  memset(&status, 0, sizeof status);
  MPI_Type_contiguous(0, MPI_INT, &nothing);
  MPI_Type_commit(&nothing);
  GIVES(MPI_SUCCESS, MPI_Get_count(&status, nothing, &count));
  CHECK(count == 0);
  GIVES(MPI_SUCCESS, MPI_Status_set_elements(&status, MPI_INT, 3));
  GIVES(MPI_SUCCESS, MPI_Get_count(&status, nothing, &count));
  CHECK(count == MPI_UNDEFINED);
  GIVES(MPI_SUCCESS, MPI_Status_set_elements_x(&status, MPI_INT, (MPI_Count)1 << 32));
  GIVES(MPI_SUCCESS, MPI_Get_elements(&status, MPI_INT, &count));
  CHECK(count == MPI_UNDEFINED);
  GIVES(MPI_SUCCESS, MPI_Get_count(&status, MPI_INT, &count));
  CHECK(count == MPI_UNDEFINED);
  GIVES(MPI_SUCCESS, MPI_Get_elements_x(&status, MPI_INT, &many));
  CHECK(many == (MPI_Count)1 << 32);
  GIVES(MPI_ERR_TYPE, MPI_Get_count(&status, NONE, &count));
  GIVES(MPI_ERR_TYPE, MPI_Get_elements(&status, NONE, &count));
  GIVES(MPI_ERR_TYPE, MPI_Status_set_elements(&status, NONE, 0));
  MPI_Type_free(&nothing);
}

static void handles(void) {
  MPI_Group group;
  MPI_Info info;
  MPI_Comm comm;
  int number;
  GIVES(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &number));
  GIVES(MPI_ERR_GROUP, MPI_Group_union(MPI_GROUP_EMPTY, MPI_GROUP_NULL, &group));
  GIVES(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
  GIVES(MPI_ERR_INFO, MPI_Info_get_nkeys(MPI_INFO_NULL, &number));
  GIVES(MPI_ERR_INFO, MPI_Info_dup(MPI_INFO_NULL, &info));
  GIVES(MPI_ERR_COMM, MPI_Comm_set_info(MPI_COMM_NULL, MPI_INFO_NULL));
  GIVES(MPI_ERR_OP, MPI_Op_commutative(MPI_OP_NULL, &number));
  GIVES(MPI_ERR_ARG, MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL));
}

/* MPI_REQUEST_NULL, or what cannot be started. */
static void requests(void) {
  MPI_Request request = MPI_REQUEST_NULL, two[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int data = 0;
  GIVES(MPI_ERR_REQUEST, MPI_Start(&request));
  GIVES(MPI_ERR_REQUEST, MPI_Startall(2, two));
  GIVES(MPI_ERR_REQUEST, MPI_Cancel(&request));
  GIVES(MPI_ERR_REQUEST, MPI_Request_free(&request));
  GIVES(MPI_ERR_REQUEST, MPI_Mrecv(&data, 1, MPI_INT, &(MPI_Message){MPI_MESSAGE_NULL}, MPI_STATUS_IGNORE));
  MPI_Irecv(&data, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &request);
  GIVES(MPI_ERR_REQUEST, MPI_Start(&request));
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Recv_init(&data, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &request);
  GIVES(MPI_SUCCESS, MPI_Start(&request));
  GIVES(MPI_ERR_REQUEST, MPI_Start(&request));
  MPI_Send(&data, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

/* Fewer than none. */
static void negative_numbers(void) {
  MPI_Group world, group;
  MPI_Comm comm;
  int ranks[2] = {0, 0}, one = 1, ranges[1][3] = {{size - 1, 0, 1}};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  GIVES(MPI_ERR_ARG, MPI_Group_incl(world, -1, ranks, &group));
  GIVES(MPI_ERR_ARG, MPI_Group_excl(world, -1, ranks, &group));
  GIVES(MPI_ERR_ARG, MPI_Group_range_incl(world, -1, ranges, &group));
  if (size > 1)
    GIVES(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, ranges, &group));
  GIVES(MPI_ERR_DIMS, MPI_Cart_create(MPI_COMM_WORLD, -1, ranks, ranks, 0, &comm));
  GIVES(MPI_ERR_DIMS, MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){-1, -1}, (int[]){0, 0}, 0, &comm));
  GIVES(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, -1, ranks, MPI_UNWEIGHTED, 0, ranks, MPI_UNWEIGHTED,
                                                    MPI_INFO_NULL, 0, &comm));
  GIVES(MPI_ERR_ARG,
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, ranks, (int[]){-1}, ranks, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
  GIVES(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &(MPI_Datatype){NONE}));
  GIVES(MPI_ERR_COUNT, MPI_Type_indexed(1, (int[]){-1}, &one, MPI_INT, &(MPI_Datatype){NONE}));
  MPI_Group_free(&world);
}

/* A buffered message needs a buffer that it fits in. */
static void buffers(void) {
  char data[64] = {0}, room[32 + MPI_BSEND_OVERHEAD], *start;
  int bytes;
  MPI_Request request;
  GIVES(MPI_ERR_BUFFER, MPI_Bsend(data, 1, MPI_CHAR, rank, 2, MPI_COMM_WORLD));
  GIVES(MPI_SUCCESS, MPI_Bsend(data, 0, MPI_CHAR, MPI_PROC_NULL, 2, MPI_COMM_WORLD));
  GIVES(MPI_SUCCESS, MPI_Buffer_attach(room, sizeof room));
  GIVES(MPI_ERR_BUFFER, MPI_Buffer_attach(room, sizeof room));
  GIVES(MPI_ERR_BUFFER, MPI_Ibsend(data, sizeof room + 1, MPI_CHAR, rank, 2, MPI_COMM_WORLD, &request));
  GIVES(MPI_SUCCESS, MPI_Bsend(data, 32, MPI_CHAR, rank, 2, MPI_COMM_WORLD));
  MPI_Recv(data, 64, MPI_CHAR, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Bsend_init(data, sizeof room + 1, MPI_CHAR, rank, 2, MPI_COMM_WORLD, &request);
  GIVES(MPI_ERR_BUFFER, MPI_Start(&request));
  MPI_Request_free(&request);
  MPI_Bcast_init(data, -1, MPI_CHAR, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  GIVES(MPI_ERR_COUNT, MPI_Start(&request));
  MPI_Request_free(&request);
  MPI_Buffer_detach(&start, &bytes);
  CHECK(start == room && bytes == (int)sizeof room);
}

static void topologies(void) {
  MPI_Comm ring, across;
  int periodic = 1, coordinates[2], left, index[8], edges[8];
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  GIVES(MPI_ERR_RANK, MPI_Cart_coords(ring, size, 1, coordinates));
  GIVES(MPI_ERR_ARG, MPI_Cart_coords(ring, 0, 0, coordinates));
  MPI_Comm_free(&ring);
  for (int i = 0; i < size; ++i) {
    index[i] = i + 1;
    edges[i] = i;
  }
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
  GIVES(MPI_ERR_RANK, MPI_Graph_neighbors_count(ring, -1, &left));
  MPI_Comm_free(&ring);
  GIVES(MPI_SUCCESS, MPI_Dims_create(4, 0, coordinates));
  if (size < 2)
    return;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &ring);
  MPI_Intercomm_create(ring, 0, MPI_COMM_WORLD, rank == 0, 1, &across);
  GIVES(MPI_ERR_COMM, MPI_Cart_create(across, 1, &periodic, &periodic, 0, &(MPI_Comm){MPI_COMM_NULL}));
  MPI_Comm_free(&across);
  MPI_Comm_free(&ring);
}

static void texts(void) {
  MPI_Info info;
  char text[MPI_MAX_INFO_VAL + 2];
  MPI_Info_create(&info);
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = '\0';
  GIVES(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", "1"));
  GIVES(MPI_ERR_INFO_KEY, MPI_Info_set(info, NULL, "1"));
  GIVES(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "long", text));
  GIVES(MPI_SUCCESS, MPI_Info_set(info, "long", text + 1));
  GIVES(MPI_ERR_INFO_KEY, MPI_Info_set(info, text + MPI_MAX_INFO_VAL - MPI_MAX_INFO_KEY, "1"));
  MPI_Info_free(&info);
}

/* Where MPI_IN_PLACE has no meaning it is refused, not read. */
static void in_place(void) {
  int data[8] = {0}, result[8];
  GIVES(MPI_ERR_BUFFER, MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, MPI_COMM_WORLD));
  GIVES(MPI_ERR_BUFFER, MPI_Allgather(data, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, MPI_COMM_WORLD));
  GIVES(MPI_ERR_BUFFER, MPI_Allreduce(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (rank != 0) {
    GIVES(MPI_ERR_BUFFER, MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, result, 1, MPI_INT, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_BUFFER, MPI_Scatter(data, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_BUFFER, MPI_Reduce(MPI_IN_PLACE, result, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
  }
  if (size < 2)
    return;
  MPI_Comm half, across;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 1, &across);
  GIVES(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, result, 1, MPI_INT, MPI_SUM, across));
  GIVES(MPI_ERR_BUFFER, MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, result, 1, MPI_INT, across));
  MPI_Comm_free(&across);
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  empty_messages();
  empty_partitions();
  types_of_all();
  collectives();
  commitment();
  statuses();
  handles();
  requests();
  negative_numbers();
  buffers();
  topologies();
  texts();
  in_place();
  MPI_Finalize();
  return 0;
}
