/* test/integration/mpi/point_to_point.c - sends, receives, probes and waits do what MPI says
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

enum { kLong = 100000 };

static int rank, size;

static void modes(void) {
  static char room[3 * (kLong + MPI_BSEND_OVERHEAD)];
  MPI_Buffer_attach(room, sizeof room);
  for (int mode = 0; mode < 4; ++mode)
    for (int length = 1; length <= kLong; length *= 100) {
      char *data = malloc((size_t)length);
      if (rank == 0) {
        memset(data, 'a' + mode, (size_t)length);
        if (mode == 0)
          MPI_Send(data, length, MPI_CHAR, 1, mode, MPI_COMM_WORLD);
        else if (mode == 1)
          MPI_Ssend(data, length, MPI_CHAR, 1, mode, MPI_COMM_WORLD);
        else if (mode == 2)
          MPI_Bsend(data, length, MPI_CHAR, 1, mode, MPI_COMM_WORLD);
        else
          MPI_Rsend(data, length, MPI_CHAR, 1, mode, MPI_COMM_WORLD);
        memset(data, 'z', (size_t)length);
      } else if (rank == 1) {
        MPI_Status status;
        MPI_Recv(data, length, MPI_CHAR, 0, mode, MPI_COMM_WORLD, &status);
        int count;
        MPI_Get_count(&status, MPI_CHAR, &count);
        CHECK(count == length && status.MPI_SOURCE == 0 && status.MPI_TAG == mode);
        CHECK(data[0] == 'a' + mode && data[length - 1] == 'a' + mode);
      }
      free(data);
    }
  int bytes;
  void *start;
  MPI_Buffer_detach(&start, &bytes);
}

static void order(void) {
  enum { kCount = 20 };
  if (rank == 0) {
    for (int i = 0; i < kCount; ++i)
      MPI_Send(&i, 1, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
  } else if (rank == 1) {
    for (int tag = 1; tag >= 0; --tag)
      for (int i = tag; i < kCount; i += 2) {
        int got = -1;
        MPI_Recv(&got, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == i);
      }
  }
}

/* A wildcard takes the message that comes first in simulated time: larger ranks send earlier. */
static void wildcards(void) {
  double begin = MPI_Wtime();
  if (rank == 0) {
    for (int expected = size - 1; expected > 0; --expected) {
      int got = -1;
      MPI_Status status;
      MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      CHECK(status.MPI_SOURCE == expected && got == expected && status.MPI_TAG == 7);
    }
    CHECK(MPI_Wtime() > begin);
  } else {
    MPI_Request never;
    int flag = 0, nothing;
    MPI_Irecv(&nothing, 1, MPI_INT, rank, 99, MPI_COMM_WORLD, &never);
    for (int i = 0; i < 1000 * (size - rank); ++i)
      MPI_Test(&never, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Cancel(&never);
    MPI_Status status;
    MPI_Wait(&never, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && never == MPI_REQUEST_NULL);
    MPI_Send(&rank, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
}

static void ring(void) {
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  static int out[kLong], in[kLong];
  out[kLong - 1] = rank;
  MPI_Sendrecv(out, kLong, MPI_INT, right, 1, in, kLong, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in[kLong - 1] == left);
  int value = rank;
  MPI_Sendrecv_replace(&value, 1, MPI_INT, right, 2, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(value == left);
  MPI_Status status;
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && value == left);
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void probes(void) {
  int flag = 0;
  MPI_Status status;
  if (rank == 0) {
    int data[3] = {1, 2, 3};
    for (int i = 0; i < 3; ++i)
      MPI_Send(data, 3, MPI_INT, 1, 10 + i, MPI_COMM_WORLD);
  } else if (rank == 1) {
    int data[3] = {0, 0, 0}, count = 0;
    MPI_Probe(0, 11, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 3 && status.MPI_TAG == 11);
    MPI_Recv(data, 3, MPI_INT, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(data[2] == 3);
    while (!flag)
      MPI_Iprobe(MPI_ANY_SOURCE, 12, MPI_COMM_WORLD, &flag, &status);
    CHECK(status.MPI_SOURCE == 0);
    MPI_Message message;
    MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    CHECK(status.MPI_TAG == 10);
    data[1] = 0;
    MPI_Mrecv(data, 3, MPI_INT, &message, &status);
    CHECK(data[1] == 2 && message == MPI_MESSAGE_NULL);
    MPI_Recv(data, 3, MPI_INT, 0, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void manyRequests(void) {
  enum { kCount = 8 };
  MPI_Request requests[kCount];
  int data[kCount];
  if (rank == 0) {
    for (int i = 0; i < kCount; ++i) {
      data[i] = i;
      MPI_Isend(&data[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(kCount, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < kCount; ++i)
      CHECK(requests[i] == MPI_REQUEST_NULL);
  } else if (rank == 1) {
    for (int i = 0; i < kCount; ++i)
      MPI_Irecv(&data[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    int index, done = 1, indices[kCount];
    MPI_Status status, statuses[kCount];
    MPI_Waitany(kCount, requests, &index, &status);
    CHECK(index == 0 && status.MPI_TAG == 0 && data[0] == 0);
    while (done < kCount) {
      int some;
      MPI_Waitsome(kCount, requests, &some, indices, statuses);
      CHECK(some >= 1);
      for (int i = 0; i < some; ++i)
        CHECK(statuses[i].MPI_TAG == indices[i] && data[indices[i]] == indices[i]);
      done += some;
    }
    MPI_Waitany(kCount, requests, &index, &status);
    CHECK(index == MPI_UNDEFINED);
  }
}

static void persistent(void) {
  if (rank > 1)
    return;
  int out = 0, in = -1;
  MPI_Request requests[2];
  MPI_Send_init(&out, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&in, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 5; ++i) {
    out = 10 * i + rank;
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in == 10 * i + 1 - rank);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  CHECK(requests[1] == MPI_REQUEST_NULL);
}

static void truncation(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int data[4] = {1, 2, 3, 4};
  if (rank == 0) {
    MPI_Send(data, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
    CHECK(MPI_Send(data, 1, MPI_INT, size, 5, MPI_COMM_WORLD) == MPI_ERR_RANK);
    CHECK(MPI_Send(data, -1, MPI_INT, 1, 5, MPI_COMM_WORLD) == MPI_ERR_COUNT);
    CHECK(MPI_Send(data, 1, MPI_DATATYPE_NULL, 1, 5, MPI_COMM_WORLD) == MPI_ERR_TYPE);
    CHECK(MPI_Send(data, 1, MPI_INT, 1, -5, MPI_COMM_WORLD) == MPI_ERR_TAG);
  } else if (rank == 1) {
    int room[3] = {0, 0, 99};
    int code = MPI_Recv(room, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(code == MPI_ERR_TRUNCATE && room[1] == 2 && room[2] == 99);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* Round the ring, short and long, into another place and into the same. */
static void joined(void) {
  enum { kLong = 100000 };
  static char out[kLong], in[kLong];
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Request request;
  MPI_Status status;
  for (int count = 8; count <= kLong; count += kLong - 8) {
    memset(out, rank, (size_t)count);
    MPI_Isendrecv(out, count, MPI_CHAR, right, 3, in, count, MPI_CHAR, left, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    CHECK(request == MPI_REQUEST_NULL && status.MPI_SOURCE == left && in[count - 1] == left);
    MPI_Isendrecv_replace(out, count, MPI_CHAR, right, 4, left, 4, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_TAG == 4 && out[0] == left && out[count - 1] == left);
  }
  MPI_Isendrecv(out, 1, MPI_CHAR, MPI_PROC_NULL, 3, in, 1, MPI_CHAR, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

static void checkStatus(const MPI_Status *status, int tag, int elements) {
  int count = -1;
  MPI_Get_count(status, MPI_DOUBLE, &count);
  CHECK(status->MPI_SOURCE == (rank + size - 1) % size && status->MPI_TAG == tag && count == elements);
}

/* What has no contents, as NULL here, tells all the same what came; again each time a receive is started, and when it
 * is too much. */
static void withoutContents(void) {
  const int right = (rank + 1) % size;
  MPI_Request request, again;
  MPI_Status status;
  MPI_Recv_init(NULL, kLong, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &again);
  for (int i = 0; i < 3; i++) {
    int elements = i == 1 ? kLong : i; /* The long one asks first. */
    MPI_Startall(1, &again);
    MPI_Isend(NULL, elements, MPI_DOUBLE, right, 20 + i, MPI_COMM_WORLD, &request);
    MPI_Wait(&again, &status);
    checkStatus(&status, 20 + i, elements);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&again);
  MPI_Isendrecv(NULL, 7, MPI_DOUBLE, right, 3, NULL, 9, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  checkStatus(&status, 3, 7);
  MPI_Isend(NULL, 9, MPI_DOUBLE, right, 4, MPI_COMM_WORLD, &request);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPI_Recv(NULL, 8, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &status) == MPI_ERR_TRUNCATE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  checkStatus(&status, 4, 8);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  modes();
  order();
  ring();
  probes();
  manyRequests();
  persistent();
  truncation();
  MPI_Barrier(MPI_COMM_WORLD);
  wildcards();
  MPI_Barrier(MPI_COMM_WORLD);
  joined();
  MPI_Barrier(MPI_COMM_WORLD);
  withoutContents();
  MPI_Finalize();
  return 0;
}
