/* test/integration/mpi/large_counts.c - the functions that end in _c, with counts below and above 2^31
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>
#include <unistd.h>

static int rank, size, left, right;
static const MPI_Count kLarge = 3000000000; /* bytes of phantom memory */

/* More than an int counts: sizes only. */
static void beyondInt(void) {
  MPI_Request requests[2];
  MPI_Status status;
  MPI_Count count;
  MPI_Irecv_c(NULL, kLarge, MPI_CHAR, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend_c(NULL, kLarge, MPI_CHAR, right, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Wait(&requests[0], &status);
  MPI_Get_count_c(&status, MPI_CHAR, &count);
  CHECK(count == kLarge);
  MPI_Get_elements_c(&status, MPI_CHAR, &count);
  CHECK(count == kLarge);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Bcast_c(NULL, kLarge, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Allreduce_c(NULL, NULL, kLarge, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);

  MPI_Datatype type;
  MPI_Count bytes, lb, extent;
  MPI_Type_contiguous_c(kLarge, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_size_c(type, &bytes);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(bytes == 4 * kLarge && lb == 0 && extent == 4 * kLarge);
  MPI_Type_get_true_extent_c(type, &lb, &extent);
  CHECK(extent == 4 * kLarge);
  MPI_Pack_size_c(2, type, MPI_COMM_WORLD, &bytes);
  CHECK(bytes == 8 * kLarge);
  MPI_Status_set_elements_c(&status, MPI_INT, kLarge);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == kLarge);
  MPI_Type_free(&type);

  MPI_Win win;
  MPI_Win_create_c(NULL, 4 * kLarge, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put_c(NULL, kLarge, MPI_INT, right, 0, kLarge, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);

  /* An array cannot hide a large count in a datatype. */
  MPI_Count counts[64];
  MPI_Aint places[64];
  for (int i = 0; i < size; ++i) {
    counts[i] = kLarge;
    places[i] = 0;
  }
  int class_of;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Allgatherv_c(NULL, 1, MPI_INT, NULL, counts, places, MPI_INT, MPI_COMM_WORLD), &class_of);
  CHECK(class_of == MPI_ERR_COUNT);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void datatypes(void) {
  int values[6] = {0, 1, 2, 3, 4, 5}, back[6] = {0};
  char packed[64];
  MPI_Count position = 0, bytes;
  MPI_Datatype type, wide;
  MPI_Type_vector_c(3, 1, 2, MPI_INT, &type);
  MPI_Type_create_resized_c(type, 0, 24, &wide);
  MPI_Type_commit(&wide);
  MPI_Type_size_c(wide, &bytes);
  CHECK(bytes == 12);
  MPI_Pack_c(values, 1, wide, packed, sizeof packed, &position, MPI_COMM_WORLD);
  CHECK(position == 12);
  position = 0;
  MPI_Unpack_c(packed, 12, &position, back, 3, MPI_INT, MPI_COMM_WORLD);
  CHECK(back[1] == 2 && back[2] == 4);
  MPI_Type_free(&type);
  MPI_Type_free(&wide);
}

static void pointToPoint(void) {
  int in = -1;
  char attached[1000];
  MPI_Request requests[2];
  MPI_Message message;
  MPI_Status status;
  MPI_Buffer_attach(attached, sizeof attached);
#define BLOCKING(send)                                                                                                 \
  do {                                                                                                                 \
    in = -1;                                                                                                           \
    MPI_Irecv_c(&in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);                                               \
    MPI_Barrier(MPI_COMM_WORLD);                                                                                       \
    send(&rank, 1, MPI_INT, right, 1, MPI_COMM_WORLD);                                                                 \
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);                                                                         \
    CHECK(in == left);                                                                                                 \
  } while (0)
#define STARTED(send, start)                                                                                           \
  do {                                                                                                                 \
    in = -1;                                                                                                           \
    MPI_Recv_init_c(&in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);                                           \
    MPI_Start(&requests[0]);                                                                                           \
    MPI_Barrier(MPI_COMM_WORLD);                                                                                       \
    send(&rank, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);                                                   \
    start;                                                                                                             \
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);                                                                     \
    CHECK(in == left);                                                                                                 \
    MPI_Request_free(&requests[0]);                                                                                    \
    if (requests[1] != MPI_REQUEST_NULL)                                                                               \
      MPI_Request_free(&requests[1]);                                                                                  \
  } while (0)
  BLOCKING(MPI_Send_c);
  BLOCKING(MPI_Bsend_c);
  BLOCKING(MPI_Ssend_c);
  BLOCKING(MPI_Rsend_c);
  STARTED(MPI_Isend_c, (void)0);
  STARTED(MPI_Ibsend_c, (void)0);
  STARTED(MPI_Issend_c, (void)0);
  STARTED(MPI_Irsend_c, (void)0);
  STARTED(MPI_Send_init_c, MPI_Start(&requests[1]));
  STARTED(MPI_Bsend_init_c, MPI_Start(&requests[1]));
  STARTED(MPI_Ssend_init_c, MPI_Start(&requests[1]));
  STARTED(MPI_Rsend_init_c, MPI_Start(&requests[1]));
  int length;
  void *detached;
  MPI_Buffer_detach(&detached, &length);

  MPI_Sendrecv_c(&rank, 1, MPI_INT, right, 2, &in, 1, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in == left);
  MPI_Isendrecv_c(&rank, 1, MPI_INT, right, 2, &in, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  CHECK(in == left);
  in = rank;
  MPI_Isendrecv_replace_c(&in, 1, MPI_INT, right, 2, left, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  CHECK(in == left);
  in = rank;
  MPI_Sendrecv_replace_c(&in, 1, MPI_INT, right, 2, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in == left);
  for (int i = 0; i < 3; ++i)
    MPI_Send_c(&rank, 1, MPI_INT, right, 3, MPI_COMM_WORLD);
  MPI_Mprobe(left, 3, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv_c(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  CHECK(in == left);
  MPI_Mprobe(left, 3, MPI_COMM_WORLD, &message, &status);
  MPI_Imrecv_c(&in, 1, MPI_INT, &message, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Recv_c(&in, 1, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in == left);
}

#define WAIT MPI_Wait(&request, MPI_STATUS_IGNORE)

static void collectives(void) {
  int one = rank + 1, sum, in[64], out[64], total = size * (size + 1) / 2;
  MPI_Count counts[64];
  MPI_Aint places[64], bytes[64];
  MPI_Datatype types[64];
  MPI_Request request;
  const MPI_Comm world = MPI_COMM_WORLD;
  const int last = size - 1;
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    places[i] = i;
    bytes[i] = i * (MPI_Aint)sizeof(int);
    types[i] = MPI_INT;
    in[i] = 100 * rank + i;
  }
#define THREE(plain, started, prepared, check)                                                                         \
  do {                                                                                                                 \
    memset(out, 0xff, sizeof out);                                                                                     \
    sum = -1;                                                                                                          \
    plain;                                                                                                             \
    CHECK(check);                                                                                                      \
    memset(out, 0xff, sizeof out);                                                                                     \
    sum = -1;                                                                                                          \
    started;                                                                                                           \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                                                             \
    CHECK(check);                                                                                                      \
    memset(out, 0xff, sizeof out);                                                                                     \
    sum = -1;                                                                                                          \
    prepared;                                                                                                          \
    MPI_Start(&request);                                                                                               \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                                                             \
    MPI_Request_free(&request);                                                                                        \
    CHECK(check);                                                                                                      \
  } while (0)
#define N MPI_INFO_NULL, &request
  sum = rank == 0 ? 42 : -1;
  MPI_Bcast_c(&sum, 1, MPI_INT, 0, world);
  CHECK(sum == 42);
  sum = rank == 0 ? 43 : -1;
  MPI_Ibcast_c(&sum, 1, MPI_INT, 0, world, &request);
  WAIT;
  CHECK(sum == 43);
  sum = rank == 0 ? 44 : -1;
  MPI_Bcast_init_c(&sum, 1, MPI_INT, 0, world, N);
  MPI_Start(&request);
  WAIT;
  MPI_Request_free(&request);
  CHECK(sum == 44);
  THREE(MPI_Gather_c(&one, 1, MPI_INT, out, 1, MPI_INT, 0, world),
        MPI_Igather_c(&one, 1, MPI_INT, out, 1, MPI_INT, 0, world, &request),
        MPI_Gather_init_c(&one, 1, MPI_INT, out, 1, MPI_INT, 0, world, N),
        rank != 0 || out[last] == size);
  THREE(MPI_Gatherv_c(&one, 1, MPI_INT, out, counts, places, MPI_INT, 0, world),
        MPI_Igatherv_c(&one, 1, MPI_INT, out, counts, places, MPI_INT, 0, world, &request),
        MPI_Gatherv_init_c(&one, 1, MPI_INT, out, counts, places, MPI_INT, 0, world, N),
        rank != 0 || out[last] == size);
  THREE(MPI_Scatter_c(in, 1, MPI_INT, &sum, 1, MPI_INT, 0, world),
        MPI_Iscatter_c(in, 1, MPI_INT, &sum, 1, MPI_INT, 0, world, &request),
        MPI_Scatter_init_c(in, 1, MPI_INT, &sum, 1, MPI_INT, 0, world, N),
        sum == rank);
  THREE(MPI_Scatterv_c(in, counts, places, MPI_INT, &sum, 1, MPI_INT, 0, world),
        MPI_Iscatterv_c(in, counts, places, MPI_INT, &sum, 1, MPI_INT, 0, world, &request),
        MPI_Scatterv_init_c(in, counts, places, MPI_INT, &sum, 1, MPI_INT, 0, world, N),
        sum == rank);
  THREE(MPI_Allgather_c(&one, 1, MPI_INT, out, 1, MPI_INT, world),
        MPI_Iallgather_c(&one, 1, MPI_INT, out, 1, MPI_INT, world, &request),
        MPI_Allgather_init_c(&one, 1, MPI_INT, out, 1, MPI_INT, world, N),
        out[0] == 1 && out[last] == size);
  THREE(MPI_Allgatherv_c(&one, 1, MPI_INT, out, counts, places, MPI_INT, world),
        MPI_Iallgatherv_c(&one, 1, MPI_INT, out, counts, places, MPI_INT, world, &request),
        MPI_Allgatherv_init_c(&one, 1, MPI_INT, out, counts, places, MPI_INT, world, N),
        out[0] == 1 && out[last] == size);
  THREE(MPI_Alltoall_c(in, 1, MPI_INT, out, 1, MPI_INT, world),
        MPI_Ialltoall_c(in, 1, MPI_INT, out, 1, MPI_INT, world, &request),
        MPI_Alltoall_init_c(in, 1, MPI_INT, out, 1, MPI_INT, world, N),
        out[last] == 100 * last + rank);
  THREE(MPI_Alltoallv_c(in, counts, places, MPI_INT, out, counts, places, MPI_INT, world),
        MPI_Ialltoallv_c(in, counts, places, MPI_INT, out, counts, places, MPI_INT, world, &request),
        MPI_Alltoallv_init_c(in, counts, places, MPI_INT, out, counts, places, MPI_INT, world, N),
        out[last] == 100 * last + rank);
  THREE(MPI_Alltoallw_c(in, counts, bytes, types, out, counts, bytes, types, world),
        MPI_Ialltoallw_c(in, counts, bytes, types, out, counts, bytes, types, world, &request),
        MPI_Alltoallw_init_c(in, counts, bytes, types, out, counts, bytes, types, world, N),
        out[last] == 100 * last + rank);
  THREE(MPI_Reduce_c(&one, &sum, 1, MPI_INT, MPI_SUM, 0, world),
        MPI_Ireduce_c(&one, &sum, 1, MPI_INT, MPI_SUM, 0, world, &request),
        MPI_Reduce_init_c(&one, &sum, 1, MPI_INT, MPI_SUM, 0, world, N),
        rank != 0 || sum == total);
  THREE(MPI_Allreduce_c(&one, &sum, 1, MPI_INT, MPI_SUM, world),
        MPI_Iallreduce_c(&one, &sum, 1, MPI_INT, MPI_SUM, world, &request),
        MPI_Allreduce_init_c(&one, &sum, 1, MPI_INT, MPI_SUM, world, N),
        sum == total);
  THREE(MPI_Reduce_scatter_c(in, &sum, counts, MPI_INT, MPI_SUM, world),
        MPI_Ireduce_scatter_c(in, &sum, counts, MPI_INT, MPI_SUM, world, &request),
        MPI_Reduce_scatter_init_c(in, &sum, counts, MPI_INT, MPI_SUM, world, N),
        sum == 100 * (total - size) + size * rank);
  THREE(MPI_Reduce_scatter_block_c(in, &sum, 1, MPI_INT, MPI_SUM, world),
        MPI_Ireduce_scatter_block_c(in, &sum, 1, MPI_INT, MPI_SUM, world, &request),
        MPI_Reduce_scatter_block_init_c(in, &sum, 1, MPI_INT, MPI_SUM, world, N),
        sum == 100 * (total - size) + size * rank);
  THREE(MPI_Scan_c(&one, &sum, 1, MPI_INT, MPI_SUM, world),
        MPI_Iscan_c(&one, &sum, 1, MPI_INT, MPI_SUM, world, &request),
        MPI_Scan_init_c(&one, &sum, 1, MPI_INT, MPI_SUM, world, N),
        sum == one * (one + 1) / 2);
  THREE(MPI_Exscan_c(&one, &sum, 1, MPI_INT, MPI_SUM, world),
        MPI_Iexscan_c(&one, &sum, 1, MPI_INT, MPI_SUM, world, &request),
        MPI_Exscan_init_c(&one, &sum, 1, MPI_INT, MPI_SUM, world, N),
        rank == 0 || sum == one * (one - 1) / 2);
  sum = 5;
  MPI_Reduce_local_c(&one, &sum, 1, MPI_INT, MPI_SUM);
  CHECK(sum == 5 + one);

  MPI_Comm ring;
  const int periodic = 1;
  const MPI_Count ones[2] = {1, 1};
  const MPI_Aint two[2] = {0, 1}, apart[2] = {0, sizeof(int)};
  const MPI_Datatype both[2] = {MPI_INT, MPI_INT};
  int twice[2] = {rank, rank};
  MPI_Cart_create(world, 1, &size, &periodic, 0, &ring);
#define AROUND (out[0] == left && out[1] == right)
  THREE(MPI_Neighbor_allgather_c(&rank, 1, MPI_INT, out, 1, MPI_INT, ring),
        MPI_Ineighbor_allgather_c(&rank, 1, MPI_INT, out, 1, MPI_INT, ring, &request),
        MPI_Neighbor_allgather_init_c(&rank, 1, MPI_INT, out, 1, MPI_INT, ring, N), AROUND);
  THREE(MPI_Neighbor_allgatherv_c(&rank, 1, MPI_INT, out, ones, two, MPI_INT, ring),
        MPI_Ineighbor_allgatherv_c(&rank, 1, MPI_INT, out, ones, two, MPI_INT, ring, &request),
        MPI_Neighbor_allgatherv_init_c(&rank, 1, MPI_INT, out, ones, two, MPI_INT, ring, N), AROUND);
  THREE(MPI_Neighbor_alltoall_c(twice, 1, MPI_INT, out, 1, MPI_INT, ring),
        MPI_Ineighbor_alltoall_c(twice, 1, MPI_INT, out, 1, MPI_INT, ring, &request),
        MPI_Neighbor_alltoall_init_c(twice, 1, MPI_INT, out, 1, MPI_INT, ring, N), AROUND);
  THREE(MPI_Neighbor_alltoallv_c(twice, ones, two, MPI_INT, out, ones, two, MPI_INT, ring),
        MPI_Ineighbor_alltoallv_c(twice, ones, two, MPI_INT, out, ones, two, MPI_INT, ring, &request),
        MPI_Neighbor_alltoallv_init_c(twice, ones, two, MPI_INT, out, ones, two, MPI_INT, ring, N), AROUND);
  THREE(MPI_Neighbor_alltoallw_c(twice, ones, apart, both, out, ones, apart, both, ring),
        MPI_Ineighbor_alltoallw_c(twice, ones, apart, both, out, ones, apart, both, ring, &request),
        MPI_Neighbor_alltoallw_init_c(twice, ones, apart, both, out, ones, apart, both, ring, N), AROUND);
  MPI_Comm_free(&ring);
}

static void windows(void) {
  long *memory, value = rank, got = -1;
  MPI_Aint length, unit;
  MPI_Win win;
  MPI_Request request;
  MPI_Win_allocate_c(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, 4 * sizeof(long));
  MPI_Win_fence(0, win);
  MPI_Put_c(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, win);
  MPI_Accumulate_c(&value, 1, MPI_LONG, right, 1, 1, MPI_LONG, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(memory[0] == left && memory[1] == left);
  MPI_Get_c(&got, 1, MPI_LONG, right, 0, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  CHECK(got == rank);
  MPI_Get_accumulate_c(&value, 1, MPI_LONG, &got, 1, MPI_LONG, right, 0, 1, MPI_LONG, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  CHECK(got == rank && memory[0] == 2 * left);
  MPI_Win_lock_all(0, win);
  MPI_Rput_c(&value, 1, MPI_LONG, right, 2, 1, MPI_LONG, win, &request);
  WAIT;
  MPI_Raccumulate_c(&value, 1, MPI_LONG, right, 2, 1, MPI_LONG, MPI_SUM, win, &request);
  WAIT;
  MPI_Rget_c(&got, 1, MPI_LONG, right, 2, 1, MPI_LONG, win, &request);
  WAIT;
  CHECK(got == 2 * rank);
  MPI_Rget_accumulate_c(&value, 1, MPI_LONG, &got, 1, MPI_LONG, right, 2, 1, MPI_LONG, MPI_NO_OP, win, &request);
  WAIT;
  CHECK(got == 2 * rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);

  char *shared;
  MPI_Win_allocate_shared_c(8, 2, MPI_INFO_NULL, MPI_COMM_SELF, &shared, &win);
  MPI_Win_shared_query_c(win, 0, &length, &unit, &memory);
  CHECK(length == 8 && unit == 2 && (char *)memory == shared);
  MPI_Win_free(&win);
}

static void files(void) {
  char name[64];
  int value = rank, got = -1;
  MPI_Count extent;
  MPI_Request request;
  MPI_File file;
  snprintf(name, sizeof name, "large_%d.data", (int)getpid());
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_get_type_extent_c(file, MPI_INT, &extent);
  CHECK(extent == sizeof(int));
  MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
#define READ(call)                                                                                                     \
  do {                                                                                                                 \
    got = -1;                                                                                                          \
    MPI_File_seek(file, 0, MPI_SEEK_SET);                                                                              \
    call;                                                                                                              \
    CHECK(got == rank);                                                                                                \
  } while (0)
#define WRITE(call)                                                                                                    \
  do {                                                                                                                 \
    got = -2;                                                                                                          \
    MPI_File_write_at_all_c(file, 0, &got, 1, MPI_INT, MPI_STATUS_IGNORE);                                             \
    MPI_File_seek(file, 0, MPI_SEEK_SET);                                                                              \
    call;                                                                                                              \
    READ(MPI_File_read_at_c(file, 0, &got, 1, MPI_INT, MPI_STATUS_IGNORE));                                            \
  } while (0)
  WRITE(MPI_File_write_at_c(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  WRITE(MPI_File_iwrite_at_c(file, 0, &value, 1, MPI_INT, &request); WAIT);
  WRITE(MPI_File_iwrite_at_all_c(file, 0, &value, 1, MPI_INT, &request); WAIT);
  WRITE(MPI_File_write_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  WRITE(MPI_File_write_all_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  WRITE(MPI_File_iwrite_c(file, &value, 1, MPI_INT, &request); WAIT);
  WRITE(MPI_File_iwrite_all_c(file, &value, 1, MPI_INT, &request); WAIT);
  WRITE(MPI_File_write_at_all_begin_c(file, 0, &value, 1, MPI_INT);
        MPI_File_write_at_all_end(file, &value, MPI_STATUS_IGNORE));
  WRITE(MPI_File_write_all_begin_c(file, &value, 1, MPI_INT); MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE));
  READ(MPI_File_read_at_all_c(file, 0, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  READ(MPI_File_iread_at_c(file, 0, &got, 1, MPI_INT, &request); WAIT);
  READ(MPI_File_iread_at_all_c(file, 0, &got, 1, MPI_INT, &request); WAIT);
  READ(MPI_File_read_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  READ(MPI_File_read_all_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  READ(MPI_File_iread_c(file, &got, 1, MPI_INT, &request); WAIT);
  READ(MPI_File_iread_all_c(file, &got, 1, MPI_INT, &request); WAIT);
  READ(MPI_File_read_at_all_begin_c(file, 0, &got, 1, MPI_INT);
       MPI_File_read_at_all_end(file, &got, MPI_STATUS_IGNORE));
  READ(MPI_File_read_all_begin_c(file, &got, 1, MPI_INT); MPI_File_read_all_end(file, &got, MPI_STATUS_IGNORE));

  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_ordered_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered_begin_c(file, &value, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &value, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got == rank);
  MPI_File_read_ordered_begin_c(file, &got, 1, MPI_INT);
  MPI_File_read_ordered_end(file, &got, MPI_STATUS_IGNORE);
  CHECK(got == rank);
  value = 77;
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_write_shared_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite_shared_c(file, &value, 1, MPI_INT, &request);
  WAIT;
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_shared_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got == 77);
  got = 0;
  MPI_File_iread_shared_c(file, &got, 1, MPI_INT, &request);
  WAIT;
  CHECK(got == 77);
  MPI_File_close(&file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  beyondInt();
  datatypes();
  pointToPoint();
  collectives();
  windows();
  files();
  MPI_Finalize();
  return 0;
}
