/* test/integration/mpi/datatypes.c - derived datatypes move the right bytes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <stddef.h>
#include <string.h>

static int rank;

/* Rank 0 sends one element of \p type from out, rank 1 receives packed ints. */
static int transfer(MPI_Datatype type, const void *out, int *in, int room) {
  int count = -1;
  if (rank == 0)
    MPI_Send(out, 1, type, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Status status;
    MPI_Recv(in, room, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
  }
  return count;
}

static void column(void) {
  int matrix[4][5], in[4];
  for (int i = 0; i < 20; ++i)
    matrix[i / 5][i % 5] = i;
  MPI_Datatype type;
  MPI_Type_vector(4, 1, 5, MPI_INT, &type);
  MPI_Type_commit(&type);
  int size;
  MPI_Aint lb, extent;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lb, &extent);
  CHECK(size == 16 && lb == 0 && extent == 64);
  int count = transfer(type, &matrix[0][2], in, 4);
  if (rank == 1)
    CHECK(count == 4 && in[0] == 2 && in[1] == 7 && in[2] == 12 && in[3] == 17);
  MPI_Type_free(&type);
}

static void block(void) {
  int cube[3][4][5], in[12];
  for (int i = 0; i < 60; ++i)
    ((int *)cube)[i] = i;
  int sizes[3] = {3, 4, 5}, part[3] = {2, 2, 3}, start[3] = {1, 1, 2};
  MPI_Datatype type;
  MPI_Type_create_subarray(3, sizes, part, start, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  int count = transfer(type, cube, in, 12);
  for (int i = 0; rank == 1 && i < 12; ++i)
    CHECK(count == 12 && in[i] == (1 + i / 6) * 20 + (1 + i / 3 % 2) * 5 + 2 + i % 3);
  MPI_Type_free(&type);
}

struct particle {
  char kind;
  double place[3];
  int number;
};

static void structure(void) {
  struct particle out[3], in[3];
  int lengths[3] = {1, 3, 1};
  MPI_Aint places[3] = {offsetof(struct particle, kind), offsetof(struct particle, place), offsetof(struct particle, number)};
  MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, type;
  MPI_Type_create_struct(3, lengths, places, types, &type);
  MPI_Type_commit(&type);
  MPI_Aint lb, extent;
  MPI_Type_get_extent(type, &lb, &extent);
  CHECK(extent == (MPI_Aint)sizeof(struct particle));
  memset(in, 0, sizeof in);
  for (int i = 0; i < 3; ++i)
    out[i] = (struct particle){(char)('a' + i), {i, i + 0.5, -i}, 10 * i};
  if (rank == 0)
    MPI_Send(out, 3, type, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Status status;
    int elements, count;
    MPI_Recv(in, 3, type, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_elements(&status, type, &elements);
    MPI_Get_count(&status, type, &count);
    CHECK(count == 3 && elements == 15);
    for (int i = 0; i < 3; ++i)
      CHECK(in[i].kind == 'a' + i && in[i].place[1] == i + 0.5 && in[i].number == 10 * i);
  }
  MPI_Type_free(&type);
}

static void absoluteAddresses(void) {
  int a = rank == 0 ? 3 : 0, b = rank == 0 ? 4 : 0, lengths[2] = {1, 1};
  MPI_Aint places[2];
  MPI_Get_address(&a, &places[0]);
  MPI_Get_address(&b, &places[1]);
  MPI_Datatype type;
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
  MPI_Type_commit(&type);
  if (rank == 0)
    MPI_Send(MPI_BOTTOM, 1, type, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(a == 3 && b == 4);
  }
  MPI_Type_free(&type);
}

static void packing(void) {
  char buffer[64];
  int position = 0, n = 7, m = 0, size;
  double x = 2.5, y = 0;
  MPI_Pack(&n, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  MPI_Pack(&x, 1, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  MPI_Pack_size(1, MPI_DOUBLE, MPI_COMM_WORLD, &size);
  CHECK(position == 12 && size >= 8);
  if (rank == 0)
    MPI_Send(buffer, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    memset(buffer, 0, sizeof buffer);
    MPI_Recv(buffer, sizeof buffer, MPI_PACKED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    position = 0;
    MPI_Unpack(buffer, sizeof buffer, &position, &m, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, sizeof buffer, &position, &y, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(m == 7 && y == 2.5);
  }
}

/* The type is freed while a receive with it is under way. */
static void freedEarly(void) {
  int out[2] = {5, 6}, in[4] = {0, 0, 0, 0};
  MPI_Datatype type;
  MPI_Type_vector(2, 1, 3, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Request request;
  if (rank == 1)
    MPI_Irecv(in, 1, type, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&type);
  CHECK(type == MPI_DATATYPE_NULL);
  if (rank == 0)
    MPI_Send(out, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(in[0] == 5 && in[3] == 6 && in[1] == 0);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  column();
  block();
  structure();
  absoluteAddresses();
  packing();
  freedEarly();
  MPI_Finalize();
  return 0;
}
