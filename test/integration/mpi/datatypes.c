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
  MPI_Aint places[3] = {offsetof(struct particle, kind), offsetof(struct particle, place),
                        offsetof(struct particle, number)};
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

/* 5 x 4 elements on a grid of 2 x 1 processes: rows dealt cyclically, columns whole. */
static void distributedArray(void) {
  int sizes[2] = {5, 4}, kinds[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE}, grid[2] = {2, 1}, in[20];
  int defaults[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, out[20], bytes, integers, addresses, types,
      kind;
  for (int i = 0; i < 20; ++i)
    out[i] = i;
  MPI_Datatype type;
  MPI_Type_create_darray(2, 1, 2, sizes, kinds, defaults, grid, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_size(type, &bytes);
  CHECK(bytes == 2 * 4 * (int)sizeof(int));
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &kind);
  CHECK(kind == MPI_COMBINER_DARRAY && integers == 4 * 2 + 4 && addresses == 0 && types == 1);
  int count = transfer(type, out, in, 20);
  CHECK(rank == 0 || (count == 8 && in[0] == 4 && in[3] == 7 && in[4] == 12 && in[7] == 15));
  MPI_Type_free(&type);
  /* In Fortran's order, blocks of 2 of the 4 columns: the second process has what follows the first 10 elements. */
  int blocks[2] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK}, columns[2] = {1, 2};
  MPI_Type_create_darray(2, 1, 2, sizes, blocks, defaults, columns, MPI_ORDER_FORTRAN, MPI_INT, &type);
  MPI_Type_commit(&type);
  count = transfer(type, out, in, 20);
  CHECK(rank == 0 || (count == 10 && in[0] == 10 && in[9] == 19));
  MPI_Type_free(&type);
}

static int deletions;

static int onDelete(MPI_Datatype type, int keyval, void *value, void *extra) {
  (void)type, (void)keyval, (void)value;
  deletions += *(int *)extra;
  return MPI_SUCCESS;
}

static void attributes(void) {
  MPI_Datatype first, second, copy;
  char name[MPI_MAX_OBJECT_NAME];
  int length, keyval, flag, step = 1, *value;
  MPI_Type_contiguous(3, MPI_INT, &first);
  MPI_Type_contiguous(3, MPI_INT, &second);
  MPI_Type_set_name(first, "triple");
  MPI_Type_get_name(first, name, &length);
  CHECK(length == 6 && strcmp(name, "triple") == 0);
  MPI_Type_get_name(second, name, &length);
  CHECK(length == 0);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, onDelete, &keyval, &step);
  MPI_Type_set_attr(first, keyval, &length);
  MPI_Type_dup(first, &copy);
  MPI_Type_get_attr(copy, keyval, &value, &flag);
  CHECK(flag && value == &length);
  MPI_Type_get_attr(second, keyval, &value, &flag);
  CHECK(!flag);
  MPI_Type_free(&first);
  CHECK(deletions == 1);
  MPI_Type_free_keyval(&keyval);
  CHECK(keyval == MPI_KEYVAL_INVALID);
  MPI_Type_free(&copy);
  CHECK(deletions == 2);
  MPI_Type_free(&second);
}

static void external(void) {
  long numbers[3] = {1, -2, 3}, back[3] = {0, 0, 0};
  char packed[12];
  MPI_Aint size, position = 0;
  MPI_Pack_external_size("external32", 3, MPI_LONG, &size);
  CHECK(size == 12);
  MPI_Pack_external("external32", numbers, 3, MPI_LONG, packed, 12, &position);
  CHECK(position == 12 && packed[3] == 1 && packed[4] == -1);
  position = 0;
  MPI_Unpack_external("external32", packed, 12, &position, back, 3, MPI_LONG);
  CHECK(back[0] == 1 && back[1] == -2 && back[2] == 3);
}

static void ofFortran(void) {
  MPI_Datatype type, same;
  int integers, addresses, types, kind, size, parameters[2];
  MPI_Type_create_f90_real(10, MPI_UNDEFINED, &type);
  MPI_Type_create_f90_real(10, MPI_UNDEFINED, &same);
  MPI_Type_size(type, &size);
  CHECK(size == 8 && type == same);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &kind);
  CHECK(kind == MPI_COMBINER_F90_REAL && integers == 2 && types == 0);
  MPI_Type_get_contents(type, 2, 0, 0, parameters, NULL, NULL);
  CHECK(parameters[0] == 10 && parameters[1] == MPI_UNDEFINED);
  MPI_Type_create_f90_integer(5, &type);
  MPI_Type_size(type, &size);
  CHECK(size == 4);
  MPI_Type_create_f90_complex(6, 30, &type);
  MPI_Type_size(type, &size);
  CHECK(size == 8);
}

/* A collective under way keeps a type that the program frees. */
static void freedDuringCollective(void) {
  int data[4] = {rank == 0 ? 1 : 0, 9, rank == 0 ? 3 : 0, 9};
  MPI_Datatype type;
  MPI_Request request;
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Ibcast(data, 1, type, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&type);
  MPI_Type_contiguous(4, MPI_INT, &type);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(data[0] == 1 && data[1] == 9 && data[2] == 3 && data[3] == 9);
  MPI_Type_free(&type);
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
  distributedArray();
  attributes();
  external();
  ofFortran();
  freedDuringCollective();
  MPI_Finalize();
  return 0;
}
