/* test/integration/mpi/large_types.c - datatypes, packing, operations and buffers with numbers of more than 32 bits
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>
#include <unistd.h>

static const MPI_Count kLarge = 3000000000;

/* Size and extent of a type that is freed then. */
static void measures(MPI_Datatype type, MPI_Count size, MPI_Count extent) {
  MPI_Count bytes, lb, whole;
  MPI_Type_commit(&type);
  MPI_Type_size_c(type, &bytes);
  MPI_Type_get_extent_c(type, &lb, &whole);
  CHECK(bytes == size && lb == 0 && whole == extent);
  MPI_Type_free(&type);
}

static void largeTypes(void) {
  MPI_Datatype type;
  MPI_Count lengths[2] = {kLarge, 1}, places[2] = {0, kLarge}, bytes[2] = {0, 4 * kLarge};
  MPI_Type_vector_c(2, kLarge, kLarge + 5, MPI_INT, &type);
  measures(type, 8 * kLarge, 8 * kLarge + 20);
  MPI_Type_create_hvector_c(2, 3, 5 * kLarge, MPI_CHAR, &type);
  measures(type, 6, 5 * kLarge + 3);
  MPI_Type_indexed_c(2, lengths, places, MPI_INT, &type);
  measures(type, 4 * kLarge + 4, 4 * kLarge + 4);
  MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_CHAR, &type);
  measures(type, kLarge + 1, 4 * kLarge + 1);
  MPI_Type_create_indexed_block_c(2, 2, places, MPI_SHORT, &type);
  measures(type, 8, 2 * kLarge + 4);
  MPI_Type_create_hindexed_block_c(2, 2, bytes, MPI_SHORT, &type);
  measures(type, 8, 4 * kLarge + 4);
  const MPI_Datatype types[2] = {MPI_CHAR, MPI_INT};
  MPI_Type_create_struct_c(2, lengths, bytes, types, &type);
  measures(type, kLarge + 4, 4 * kLarge + 4);
  const MPI_Count sizes[2] = {4, kLarge}, parts[2] = {2, kLarge - 1}, starts[2] = {1, 0};
  MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_CHAR, &type);
  measures(type, 2 * (kLarge - 1), 4 * kLarge);
  const int block[2] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK},
            own[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {1, 2};
  MPI_Type_create_darray_c(2, 1, 2, sizes, block, own, grid, MPI_ORDER_C, MPI_CHAR, &type);
  measures(type, 2 * kLarge, 4 * kLarge);
}

/* What a type was made of: large numbers in one row of their own. */
static void contents(void) {
  MPI_Count lengths[2] = {kLarge, 1}, bytes[2] = {8, 4 * kLarge}, integers, addresses, larges, types;
  int combiner, small[4], class_of;
  MPI_Aint places[4];
  MPI_Count row[8];
  MPI_Datatype type, parts[2];
  MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_SHORT, &type);
  MPI_Type_get_envelope_c(type, &integers, &addresses, &larges, &types, &combiner);
  CHECK(integers == 0 && addresses == 0 && larges == 5 && types == 1 && combiner == MPI_COMBINER_HINDEXED);
  MPI_Type_get_contents_c(type, 4, 4, 8, 2, small, places, row, parts);
  CHECK(row[0] == 2 && row[1] == kLarge && row[2] == 1 && row[3] == 8 && row[4] == 4 * kLarge && parts[0] == MPI_SHORT);
  int few[3];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Type_get_envelope(type, &few[0], &few[1], &few[2], &combiner), &class_of);
  CHECK(class_of == MPI_ERR_TYPE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&type);

  MPI_Type_vector(3, 1, 2, MPI_INT, &type); /* Small ones show through both functions. */
  MPI_Type_get_envelope_c(type, &integers, &addresses, &larges, &types, &combiner);
  CHECK(integers == 3 && addresses == 0 && larges == 0 && types == 1 && combiner == MPI_COMBINER_VECTOR);
  MPI_Type_get_contents_c(type, 4, 4, 0, 2, small, places, NULL, parts);
  CHECK(small[0] == 3 && small[1] == 1 && small[2] == 2);
  MPI_Type_free(&type);
}

static void packing(void) {
  int values[6] = {0, 1, 2, 3, 4, 5}, back[6] = {0};
  char packed[64];
  MPI_Count position = 0, bytes;
  MPI_Datatype type;
  const MPI_Count places[3] = {5, 0, 2};
  MPI_Type_create_indexed_block_c(3, 1, places, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Pack_external_size_c("external32", 1, type, &bytes);
  CHECK(bytes == 12);
  MPI_Pack_external_c("external32", values, 1, type, packed, sizeof packed, &position);
  CHECK(position == 12 && packed[3] == 5 && packed[7] == 0 && packed[11] == 2); /* Big-endian. */
  position = 0;
  MPI_Unpack_external_c("external32", packed, 12, &position, back, 3, MPI_INT);
  CHECK(position == 12 && back[0] == 5 && back[1] == 0 && back[2] == 2);
  MPI_Type_free(&type);
}

static void add(void *in, void *out, MPI_Count *count, MPI_Datatype *type) {
  CHECK(*type == MPI_INT);
  for (MPI_Count i = 0; i < *count; ++i)
    ((int *)out)[i] += ((int *)in)[i];
}

static int swap(void *memory, MPI_Datatype type, MPI_Count count, void *bytes, MPI_Offset position, void *extra) {
  (void)type, (void)position, (void)extra;
  for (MPI_Count i = 0; i < count; ++i)
    ((int *)bytes)[i] = -((int *)memory)[i];
  return MPI_SUCCESS;
}

static int swapBack(void *memory, MPI_Datatype type, MPI_Count count, void *bytes, MPI_Offset position, void *extra) {
  return swap(bytes, type, count, memory, position, extra);
}

static int extentOf(MPI_Datatype type, MPI_Aint *extent, void *extra) {
  MPI_Aint lb;
  (void)extra;
  return MPI_Type_get_extent(type, &lb, extent);
}

static void callbacks(int rank, int size) {
  int one = rank + 1, sum = 0, values[2] = {3, 4}, got[2];
  MPI_Op op;
  MPI_Op_create_c(add, 1, &op);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  CHECK(sum == size * (size + 1) / 2);
  MPI_Op_free(&op);

  char name[64];
  MPI_File file;
  snprintf(name, sizeof name, "large_types_%d_%d.data", (int)getpid(), rank);
  MPI_Register_datarep_c("negated", swapBack, swap, extentOf, NULL);
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "negated", MPI_INFO_NULL);
  MPI_File_write_at(file, 0, values, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got[0] == 3 && got[1] == 4);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_read_at(file, 0, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got[0] == -3 && got[1] == -4);
  MPI_File_close(&file);
}

static void buffers(void) {
  char memory[16];
  char *detached;
  MPI_Count length;
  MPI_Buffer_attach_c(memory, kLarge);
  MPI_Buffer_detach_c(&detached, &length);
  CHECK(detached == memory && length == kLarge);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  largeTypes();
  contents();
  packing();
  callbacks(rank, size);
  buffers();
  MPI_Finalize();
  return 0;
}
