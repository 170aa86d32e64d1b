/* test/integration/mpi/communicators.c - communicators, groups, grids and attributes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static int rank, size;

static int sumOver(MPI_Comm comm) {
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

static void split(void) {
  MPI_Comm half, none;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  int half_rank, half_size, result;
  MPI_Comm_rank(half, &half_rank);
  MPI_Comm_size(half, &half_size);
  CHECK(half_size == (size + (rank % 2 == 0)) / 2);
  CHECK(half_rank == half_size - 1 - rank / 2);
  int expected = 0;
  for (int r = rank % 2; r < size; r += 2)
    expected += r;
  CHECK(sumOver(half) == expected);
  MPI_Comm copy;
  MPI_Comm_dup(half, &copy);
  MPI_Comm_compare(half, copy, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_free(&copy);
  CHECK(copy == MPI_COMM_NULL);
  MPI_Comm_free(&half);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &none);
  CHECK((none == MPI_COMM_NULL) == (rank == 0));
  if (none != MPI_COMM_NULL)
    MPI_Comm_free(&none);
  MPI_Comm self;
  MPI_Comm_dup(MPI_COMM_SELF, &self);
  CHECK(sumOver(self) == rank);
  MPI_Comm_free(&self);
}

static void groups(void) {
  MPI_Group world, odd, even, all;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int range[1][3] = {{1, size - 1, 2}};
  MPI_Group_range_incl(world, 1, range, &odd);
  MPI_Group_difference(world, odd, &even);
  int count, result, me;
  MPI_Group_size(even, &count);
  CHECK(count == (size + 1) / 2);
  MPI_Group_union(even, odd, &all);
  MPI_Group_compare(all, world, &result);
  CHECK(result == (size > 2 ? MPI_SIMILAR : MPI_IDENT));
  MPI_Group_rank(odd, &me);
  CHECK(me == (rank % 2 == 1 ? rank / 2 : MPI_UNDEFINED));
  int first = 0, there;
  MPI_Group_translate_ranks(odd, 1, &first, world, &there);
  CHECK(there == 1);
  MPI_Comm comm;
  MPI_Comm_create(MPI_COMM_WORLD, rank % 2 == 1 ? odd : even, &comm);
  int comm_size;
  MPI_Comm_size(comm, &comm_size);
  CHECK(comm_size == (rank % 2 == 1 ? size / 2 : (size + 1) / 2));
  MPI_Comm_free(&comm);
  if (rank % 2 == 1) {
    MPI_Comm_create_group(MPI_COMM_WORLD, odd, 4, &comm);
    int expected = (size / 2) * (size / 2);
    CHECK(sumOver(comm) == expected);
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&odd);
  MPI_Group_free(&even);
  MPI_Group_free(&all);
}

static void grids(void) {
  int sizes[2] = {0, 0}, periods[2] = {1, 0}, place[2], there, left, right;
  MPI_Dims_create(12, 2, sizes);
  CHECK(sizes[0] == 4 && sizes[1] == 3);
  sizes[0] = sizes[1] = 0;
  MPI_Dims_create(72, 2, sizes);
  CHECK(sizes[0] == 9 && sizes[1] == 8);
  int four[4] = {0, 0, 0, 0}; /* 10 6 6 6 and 9 8 6 5 differ by 4 each: the smallest is the larger one. */
  MPI_Dims_create(2160, 4, four);
  CHECK(four[0] == 10 && four[1] == 6 && four[2] == 6 && four[3] == 6);
  sizes[0] = sizes[1] = 0;
  MPI_Dims_create(size, 2, sizes);
  CHECK(sizes[0] * sizes[1] == size && sizes[0] >= sizes[1]);
  MPI_Comm grid, row;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
  MPI_Cart_coords(grid, rank, 2, place);
  CHECK(place[0] == rank / sizes[1] && place[1] == rank % sizes[1]);
  MPI_Cart_rank(grid, place, &there);
  CHECK(there == rank);
  MPI_Cart_shift(grid, 0, 1, &left, &right);
  CHECK(right == (place[0] + 1) % sizes[0] * sizes[1] + place[1]);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  CHECK(right == (place[1] + 1 < sizes[1] ? rank + 1 : MPI_PROC_NULL));
  CHECK(left == (place[1] > 0 ? rank - 1 : MPI_PROC_NULL));
  int remain[2] = {0, 1}, row_size, dimensions;
  MPI_Cart_sub(grid, remain, &row);
  MPI_Comm_size(row, &row_size);
  MPI_Cartdim_get(row, &dimensions);
  CHECK(row_size == sizes[1] && dimensions == 1);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
}

static int deleted;

static int onDelete(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm;
  (void)keyval;
  (void)extra;
  deleted += *(int *)value;
  return MPI_SUCCESS;
}

static void attributes(void) {
  int keyval, flag, number = 5, *value, *limit;
  MPI_Comm copy, second;
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, onDelete, &keyval, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_get_attr(copy, keyval, &value, &flag);
  CHECK(!flag);
  MPI_Comm_set_attr(copy, keyval, &number);
  MPI_Comm_dup(copy, &second);
  MPI_Comm_get_attr(second, keyval, &value, &flag);
  CHECK(flag && *value == 5);
  int before = deleted, same = keyval;
  MPI_Comm_free(&copy);
  /* A key that was freed serves the attributes that are left. */
  MPI_Comm_free_keyval(&same);
  CHECK(same == MPI_KEYVAL_INVALID);
  MPI_Comm_get_attr(second, keyval, &value, &flag);
  CHECK(flag && *value == 5);
  same = keyval;
  MPI_Comm_free_keyval(&same);
  MPI_Comm_delete_attr(second, keyval);
  CHECK(deleted - before == 10);
  MPI_Comm_set_errhandler(second, MPI_ERRORS_RETURN);
  CHECK(MPI_Comm_delete_attr(second, keyval) == MPI_ERR_KEYVAL);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &flag);
  CHECK(flag && *limit >= 32767);
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm_set_name(second, "second");
  MPI_Comm_get_name(second, name, &length);
  CHECK(length == 6 && strcmp(name, "second") == 0);
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
  MPI_Comm_free(&second);
}

int main(int argc, char **argv) {
  int flag;
  MPI_Initialized(&flag);
  if (flag)
    return 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  split();
  groups();
  grids();
  attributes();
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  CHECK(node != MPI_COMM_NULL);
  MPI_Comm_free(&node);
  MPI_Finalize();
  MPI_Finalized(&flag);
  return flag ? 0 : 1;
}
