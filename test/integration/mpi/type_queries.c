/* test/integration/mpi/type_queries.c - what datatypes are made of; constructors by their old names
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static MPI_Aint extentOf(MPI_Datatype type) {
  MPI_Aint lb, extent;
  MPI_Type_get_extent(type, &lb, &extent);
  return extent;
}

static void constructors(void) {
  MPI_Datatype type, other;
  int lengths[2] = {1, 2}, places[2] = {0, 3}, bytes;
  MPI_Aint offsets[2] = {0, 12};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Aint lb, ub, extent;
  MPI_Count size, wide_lb, wide_extent;
  MPI_Type_create_hvector(3, 1, 8, MPI_INT, &type);
  MPI_Type_hvector(3, 1, 8, MPI_INT, &other);
  CHECK(extentOf(type) == 20 && extentOf(other) == 20);
  MPI_Type_free(&type);
  MPI_Type_free(&other);
  MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &type);
  CHECK(extentOf(type) == 20);
  MPI_Type_free(&type);
  MPI_Type_create_hindexed_block(2, 2, offsets, MPI_INT, &type);
  CHECK(extentOf(type) == 20);
  MPI_Type_free(&type);
  MPI_Type_struct(2, lengths, offsets, types, &type);
  MPI_Type_hindexed(2, lengths, offsets, MPI_INT, &other);
  CHECK(extentOf(type) == 20 && extentOf(other) == 20);
  MPI_Type_size(type, &bytes);
  MPI_Type_size_x(type, &size);
  CHECK(bytes == 12 && size == 12);
  MPI_Type_extent(type, &extent);
  MPI_Type_lb(type, &lb);
  MPI_Type_ub(type, &ub);
  CHECK(extent == 20 && lb == 0 && ub == 20);
  MPI_Type_free(&other);
  MPI_Type_create_resized(type, -4, 40, &other);
  MPI_Type_get_extent_x(other, &wide_lb, &wide_extent);
  CHECK(wide_lb == -4 && wide_extent == 40);
  MPI_Type_get_true_extent(other, &lb, &extent);
  CHECK(lb == 0 && extent == 20);
  MPI_Type_get_true_extent_x(other, &wide_lb, &wide_extent);
  CHECK(wide_lb == 0 && wide_extent == 20);
  MPI_Type_free(&type);
  MPI_Type_free(&other);
}

static int deleted;
static int onDelete(MPI_Datatype type, int keyval, void *value, void *extra) {
  (void)type, (void)keyval, (void)extra;
  deleted += *(int *)value;
  return MPI_SUCCESS;
}

static void attributes(void) {
  int keyval, value = 4, *found, flag;
  MPI_Datatype type;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, onDelete, &keyval, NULL);
  MPI_Type_set_attr(type, keyval, &value);
  MPI_Type_get_attr(type, keyval, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Type_delete_attr(type, keyval);
  MPI_Type_get_attr(type, keyval, &found, &flag);
  CHECK(!flag && deleted == 4);
  MPI_Type_free_keyval(&keyval);
  MPI_Type_free(&type);
}

static void elements(void) {
  MPI_Status status;
  MPI_Count count;
  MPI_Status_set_elements_x(&status, MPI_DOUBLE, 5);
  MPI_Get_elements_x(&status, MPI_DOUBLE, &count);
  CHECK(count == 5);
}

static void contents(void) {
  MPI_Datatype type, copy, inner[1];
  int integers, addresses, types, combiner, numbers[3], length;
  MPI_Aint none[1];
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Type_vector(3, 2, 5, MPI_DOUBLE, &type);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  CHECK(integers == 3 && addresses == 0 && types == 1 && combiner == MPI_COMBINER_VECTOR);
  MPI_Type_get_contents(type, 3, 0, 1, numbers, none, inner);
  CHECK(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 5 && inner[0] == MPI_DOUBLE);
  MPI_Type_dup(type, &copy);
  MPI_Type_get_envelope(copy, &integers, &addresses, &types, &combiner);
  CHECK(combiner == MPI_COMBINER_DUP && types == 1 && extentOf(copy) == extentOf(type));
  MPI_Type_free(&copy);
  MPI_Type_free(&type);
  MPI_Type_get_name(MPI_INT, name, &length);
  CHECK(strcmp(name, "MPI_INT") == 0 && length == 7);
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
  MPI_Type_size(type, &length);
  CHECK(length == 8);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  constructors();
  contents();
  attributes();
  elements();
  MPI_Finalize();
  return 0;
}
