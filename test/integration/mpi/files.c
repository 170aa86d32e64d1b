/* test/integration/mpi/files.c - files: every kind of access, views, sizes, errors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>
#include <unistd.h>

static int rank, size;
static char name[64];

static int errorOf(int code) {
  int class_of;
  MPI_Error_class(code, &class_of);
  return class_of;
}

static MPI_File openFile(int amode) {
  MPI_File file;
  CHECK(MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  return file;
}

static int countOf(const MPI_Status *status) {
  int count;
  MPI_Get_count(status, MPI_INT, &count);
  return count;
}

/* Each rank writes a block, alone, and reads its neighbour's, together. */
static void explicitOffsets(void) {
  MPI_File file = openFile(MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_Offset bytes;
  MPI_Status status;
  MPI_Request request;
  int out[4] = {rank, rank + 1, rank + 2, rank + 3}, in[4];
  const MPI_Offset mine = rank * (MPI_Offset)sizeof out, next = (rank + 1) % size * (MPI_Offset)sizeof out;
  MPI_File_write_at(file, mine, out, 4, MPI_INT, &status);
  CHECK(countOf(&status) == 4);
  MPI_File_read_at_all(file, next, in, 4, MPI_INT, &status);
  CHECK(countOf(&status) == 4 && in[3] == (rank + 1) % size + 3);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == size * (MPI_Offset)sizeof out);
  /* Past the end there is nothing. */
  CHECK(MPI_File_read_at(file, bytes - 4, in, 4, MPI_INT, &status) == MPI_SUCCESS && countOf(&status) == 1);
  MPI_Barrier(MPI_COMM_WORLD);

  out[0] = -rank;
  MPI_File_iwrite_at(file, mine, out, 4, MPI_INT, &request);
  MPI_Wait(&request, &status);
  CHECK(countOf(&status) == 4);
  MPI_File_sync(file);
  in[0] = 99;
  const double begin = MPI_Wtime();
  MPI_File_iread_at(file, next, in, 1, MPI_INT, &request);
  int done = 0;
  while (!done)
    MPI_Test(&request, &done, &status);
  CHECK(in[0] == -((rank + 1) % size) && countOf(&status) == 1);
  CHECK(MPI_Wtime() - begin > 250e-6); /* the storage's latency */
  MPI_File_iwrite_at_all(file, mine, out, 4, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_iread_at_all(file, mine, in, 4, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(memcmp(in, out, sizeof in) == 0);
  MPI_File_write_at_all(file, mine, out, 4, MPI_INT, MPI_STATUS_IGNORE);

  CHECK(MPI_File_write_at_all_begin(file, mine, out, 4, MPI_INT) == MPI_SUCCESS);
  CHECK(errorOf(MPI_File_read_all_begin(file, in, 4, MPI_INT)) == MPI_ERR_IO);
  CHECK(MPI_File_write_at_all_end(file, out, &status) == MPI_SUCCESS && countOf(&status) == 4);
  MPI_File_read_at_all_begin(file, mine, in, 2, MPI_INT);
  MPI_File_read_at_all_end(file, in, &status);
  CHECK(countOf(&status) == 2 && in[1] == out[1]);
  MPI_File_close(&file);
  CHECK(file == MPI_FILE_NULL);
}

/* A view in which ranks take turns: element i of rank r is element i * size + r of the file. */
static void views(void) {
  MPI_File file = openFile(MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_Datatype turn, etype, filetype;
  MPI_Offset place, displacement;
  MPI_Status status;
  MPI_Request request;
  char representation[MPI_MAX_DATAREP_STRING];
  int out[6], in[6];
  MPI_File_set_size(file, 0);
  MPI_Type_create_resized(MPI_INT, 0, size * (MPI_Aint)sizeof(int), &turn);
  MPI_Type_commit(&turn);
  CHECK(MPI_File_set_view(file, 8 + rank * (MPI_Offset)sizeof(int), MPI_INT, turn, "native", MPI_INFO_NULL) ==
        MPI_SUCCESS);
  MPI_File_get_view(file, &displacement, &etype, &filetype, representation);
  CHECK(displacement == 8 + rank * 4 && etype == MPI_INT && filetype == turn && strcmp(representation, "native") == 0);
  MPI_Type_free(&filetype);
  MPI_Type_free(&turn);
  for (int i = 0; i < 6; ++i)
    out[i] = i * size + rank;
  MPI_File_write_all(file, out, 4, MPI_INT, &status);
  CHECK(countOf(&status) == 4);
  MPI_File_get_position(file, &place);
  CHECK(place == 4);
  MPI_File_get_byte_offset(file, 2, &place);
  CHECK(place == 8 + (2 * size + rank) * 4);
  MPI_File_iwrite(file, out + 4, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_write(file, out + 5, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_seek(file, -6, MPI_SEEK_END);
  MPI_File_get_position(file, &place);
  CHECK(place == 0);
  MPI_File_read_all(file, in, 6, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(memcmp(in, out, sizeof in) == 0);

  /* Without the holes all elements follow each other. */
  MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "internal", MPI_INFO_NULL);
  MPI_File_seek(file, 3, MPI_SEEK_SET);
  MPI_File_seek(file, 2, MPI_SEEK_CUR);
  MPI_File_read(file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(in[0] == 5);
  MPI_File_iread(file, in, 1, MPI_INT, &request);
  MPI_Wait(&request, &status);
  CHECK(countOf(&status) == (size > 1 || 6 * size > 6 ? 1 : 0));
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_iread_all(file, in, 2, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(in[0] == 0 && in[1] == 1);
  MPI_File_seek(file, rank, MPI_SEEK_SET);
  MPI_File_iwrite_all(file, out, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_all_begin(file, in, 1, MPI_INT);
  MPI_File_read_all_end(file, in, &status);
  CHECK(countOf(&status) == 1 && in[0] == 0);
  MPI_File_seek(file, rank, MPI_SEEK_SET);
  MPI_File_write_all_begin(file, out, 1, MPI_INT);
  MPI_File_write_all_end(file, out, MPI_STATUS_IGNORE);
  CHECK(errorOf(MPI_File_seek(file, -1, MPI_SEEK_SET)) == MPI_ERR_ARG);
  /* Parts of a view come in order and apart. */
  const int lengths[2] = {2, 1}, backwards[2] = {3, 0}, overlapping[2] = {0, 1};
  MPI_Type_indexed(2, lengths, backwards, MPI_INT, &filetype);
  MPI_Type_commit(&filetype);
  CHECK(errorOf(MPI_File_set_view(file, 0, MPI_INT, filetype, "native", MPI_INFO_NULL)) == MPI_ERR_IO);
  MPI_Type_free(&filetype);
  MPI_Type_indexed(2, lengths, overlapping, MPI_INT, &filetype);
  MPI_Type_commit(&filetype);
  CHECK(errorOf(MPI_File_set_view(file, 0, MPI_INT, filetype, "native", MPI_INFO_NULL)) == MPI_ERR_IO);
  MPI_Type_free(&filetype);
  MPI_File_close(&file);
}

/* Everybody's bytes are somewhere, nobody's twice; in order when asked. */
static void sharedPointers(void) {
  MPI_File file = openFile(MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  MPI_Request request;
  MPI_Offset place;
  MPI_Status status;
  int seen[64] = {0}, in[64], value = rank;
  MPI_File_set_size(file, 0);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_shared(file, &value, 1, MPI_INT, &status);
  CHECK(countOf(&status) == 1);
  MPI_File_iwrite_shared(file, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_get_position_shared(file, &place);
  CHECK(place == 2 * size);
  MPI_File_read_at(file, 0, in, 2 * size, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2 * size; ++i)
    ++seen[in[i]];
  for (int i = 0; i < size; ++i)
    CHECK(seen[i] == 2);

  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  const int out[3] = {rank, rank, rank};
  MPI_File_write_ordered(file, out, rank % 3 + 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered_begin(file, out, 1, MPI_INT);
  MPI_File_write_ordered_end(file, out, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered(file, in, rank % 3 + 1, MPI_INT, &status);
  CHECK(countOf(&status) == rank % 3 + 1 && in[0] == rank && in[rank % 3] == rank);
  MPI_File_read_ordered_begin(file, in, 1, MPI_INT);
  MPI_File_read_ordered_end(file, in, MPI_STATUS_IGNORE);
  CHECK(in[0] == rank);
  MPI_File_seek_shared(file, -1, MPI_SEEK_END);
  if (rank == 0) {
    MPI_File_read_shared(file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(in[0] == size - 1);
    MPI_File_iread_shared(file, in, 1, MPI_INT, &request);
    MPI_Wait(&request, &status);
    CHECK(countOf(&status) == 0);
  }
  MPI_File_close(&file);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(access(name, F_OK) != 0);
}

static void representations(void) {
  MPI_File file = openFile(MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  MPI_Aint extent;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
  int value = 0x01020304 + rank, back = 0;
  MPI_File_write_at(file, rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, rank, &back, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(back == value);
  MPI_File_get_type_extent(file, MPI_LONG, &extent);
  CHECK(extent == 4);
  MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  unsigned char bytes[4];
  MPI_File_read_at(file, 0, bytes, 4, MPI_BYTE, MPI_STATUS_IGNORE);
  CHECK(bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 3 && bytes[3] == 4);
  MPI_File_get_type_extent(file, MPI_LONG, &extent);
  CHECK(extent == sizeof(long));
  CHECK(errorOf(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nonsense", MPI_INFO_NULL)) ==
        MPI_ERR_UNSUPPORTED_DATAREP);
  MPI_File_close(&file);
}

/* A representation of the program: numbers are kept as their negatives, in twice the space. */
static int extentOf(MPI_Datatype type, MPI_Aint *extent, void *state) {
  (void)state;
  MPI_Aint lb;
  MPI_Type_get_extent(type, &lb, extent);
  *extent *= 2;
  return MPI_SUCCESS;
}
static int toFile(void *user, MPI_Datatype type, int count, void *kept, MPI_Offset position, void *state) {
  (void)type, (void)position, (void)state;
  for (int i = 0; i < count; ++i)
    ((long *)kept)[i] = -((int *)user)[i];
  return MPI_SUCCESS;
}
static int fromFile(void *user, MPI_Datatype type, int count, void *kept, MPI_Offset position, void *state) {
  (void)type, (void)position, (void)state;
  for (int i = 0; i < count; ++i)
    ((int *)user)[i] = (int)-((long *)kept)[i];
  return MPI_SUCCESS;
}

static void ownRepresentation(void) {
  CHECK(MPI_Register_datarep("negative", fromFile, toFile, extentOf, NULL) == MPI_SUCCESS);
  CHECK(errorOf(MPI_Register_datarep("negative", fromFile, toFile, extentOf, NULL)) == MPI_ERR_DUP_DATAREP);
  MPI_File file = openFile(MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  int values[2] = {rank + 1, rank + 2}, back[2];
  MPI_Status status;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "negative", MPI_INFO_NULL);
  MPI_File_write_at(file, 2 * rank, values, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 2 * rank, back, 2, MPI_INT, &status);
  CHECK(countOf(&status) == 2 && back[1] == rank + 2);
  long kept;
  MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at(file, (2 * rank + 1) * 8, &kept, sizeof kept, MPI_BYTE, MPI_STATUS_IGNORE);
  CHECK(kept == -(rank + 2));
  MPI_File_close(&file);
}

static int handled;
static void onError(MPI_File *file, int *code, ...) {
  (void)file;
  MPI_Error_class(*code, &handled);
}

static void properties(void) {
  MPI_File file = openFile(MPI_MODE_CREATE | MPI_MODE_WRONLY);
  MPI_Group group;
  MPI_Info info;
  MPI_Errhandler handler;
  MPI_Offset bytes;
  int number, value = 0, flag;
  char text[16];
  MPI_File_get_amode(file, &number);
  CHECK(number == (MPI_MODE_CREATE | MPI_MODE_WRONLY));
  MPI_File_get_group(file, &group);
  MPI_Group_size(group, &number);
  CHECK(number == size);
  MPI_Group_free(&group);
  MPI_File_preallocate(file, 5000);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 5000);
  MPI_File_set_size(file, 100);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 100);
  MPI_File_set_atomicity(file, 1);
  MPI_File_get_atomicity(file, &number);
  CHECK(number == 1);
  MPI_Info_create(&info);
  MPI_Info_set(info, "access_style", "write_once");
  MPI_File_set_info(file, info);
  MPI_Info_free(&info);
  MPI_File_get_info(file, &info);
  MPI_Info_get(info, "access_style", sizeof text - 1, text, &flag);
  CHECK(flag && strcmp(text, "write_once") == 0);
  MPI_Info_free(&info);
  /* A phantom buffer gives the file its size. */
  MPI_File_write_at(file, 1000 * rank, NULL, 1000, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 1000 * size);

  MPI_File_close(&file);
  file = openFile(MPI_MODE_RDWR | MPI_MODE_APPEND);
  MPI_File_get_position(file, &bytes);
  CHECK(bytes == 1000 * size);
  MPI_File_write_ordered(file, text, 1, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 1001 * size);
  MPI_File_close(&file);
  file = openFile(MPI_MODE_WRONLY);

  CHECK(errorOf(MPI_File_read_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_ACCESS);
  CHECK(errorOf(MPI_File_write_at(file, 0, &value, -1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_COUNT);
  CHECK(errorOf(MPI_File_write_at(file, -4, &value, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_ARG);
  MPI_File_get_errhandler(file, &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  MPI_File_create_errhandler(onError, &handler);
  MPI_File_set_errhandler(file, handler);
  MPI_Errhandler_free(&handler);
  MPI_File_call_errhandler(file, MPI_ERR_QUOTA);
  CHECK(handled == MPI_ERR_QUOTA);
  MPI_File_close(&file);

  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    CHECK(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(errorOf(MPI_File_delete(name, MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
  CHECK(errorOf(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file)) == MPI_ERR_NO_SUCH_FILE);
  CHECK(errorOf(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file)) ==
        MPI_ERR_AMODE);
  if (size > 1)
    CHECK(errorOf(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | (rank == 0 ? MPI_MODE_RDWR : MPI_MODE_WRONLY),
                                MPI_INFO_NULL, &file)) == MPI_ERR_NOT_SAME);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  /* One name for all ranks, another for each run that may be under way beside this one. */
  snprintf(name, sizeof name, "files_%d.data", (int)getpid());
  explicitOffsets();
  views();
  sharedPointers();
  representations();
  ownRepresentation();
  properties();
  MPI_Finalize();
  return 0;
}
