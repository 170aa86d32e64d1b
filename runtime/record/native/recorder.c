/*===- runtime/record/native/recorder.c - records the MPI calls of a native program -------===*/
/* SPDX-License-Identifier: Apache-2.0 */
/**
 * \file
 * `maquette record` compiles this file with the user's mpicc into a library that is loaded before the program's. It has
 * each function of MPI, makes the call by its PMPI_ name, and writes what was called and when to a file of the node in
 * the folder that MAQUETTE_RECORD names (container.h). What the arguments mean is found out later.
 */
#define _GNU_SOURCE
#include <mpi.h>

#include "stream.h"

static void put_statuses(Stream *stream, unsigned place, const MPI_Status *statuses, int64_t count) {
  if (count <= 0 || !has_room(stream, 2 * (size_t)count + 1 + kWordsOfCall))
    return;
  *stream->at++ = piece(place, MAQUETTE_PIECE_STATUSES, (uint32_t)count);
  for (int64_t i = 0; i < count; ++i) {
    MPI_Count bytes = -1;
    PMPI_Get_elements_x(&statuses[i], MPI_BYTE, &bytes);
    *stream->at++ = (uint32_t)statuses[i].MPI_SOURCE | (uint64_t)(uint32_t)statuses[i].MPI_TAG << 32;
    *stream->at++ = (uint64_t)(bytes < 0 ? -1 : bytes);
  }
}

/* So many statuses of ours, for a program that wants none. */
static MPI_Status *spare_statuses(int64_t count) {
  static __thread MPI_Status *spare;
  static __thread int64_t length;
  if (count > length) {
    free(spare);
    length = 2 * count;
    spare = malloc((size_t)length * sizeof *spare);
  }
  if (spare != NULL && count > 0)
    memset(spare, 0, (size_t)count * sizeof *spare);
  return spare;
}

/* Of the other group of an intercommunicator. */
static int64_t ranks_of(MPI_Comm comm) {
  int size = 0, is_inter = 0;
  if (comm == MPI_COMM_NULL)
    return 0;
  PMPI_Comm_test_inter(comm, &is_inter);
  if (is_inter)
    PMPI_Comm_remote_size(comm, &size);
  else
    PMPI_Comm_size(comm, &size);
  return size;
}

/* What only the root has need not be there elsewhere. */
static int64_t ranks_at_root(MPI_Comm comm, int root) {
  int rank = 0;
  if (comm == MPI_COMM_NULL)
    return 0;
  PMPI_Comm_rank(comm, &rank);
  return root == rank || root == MPI_ROOT ? ranks_of(comm) : 0;
}

static int64_t dimensions_of(MPI_Comm comm) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  return dimensions;
}

/* The handles and constants that this MPI library names. */
static void put_named(Stream *stream, unsigned type, const char *name, int64_t handle, int64_t bytes) {
  if (!has_room(stream, 3 + (strlen(name) + 7) / 8 + kWordsOfCall))
    return;
  *stream->at++ = piece(type, MAQUETTE_PIECE_NAMED, 0);
  *stream->at++ = (uint64_t)handle;
  *stream->at++ = (uint64_t)bytes;
  put_text(stream, type, name);
}

static void put_constant(Stream *stream, const char *name, int64_t number) {
  if (!has_room(stream, 2 + (strlen(name) + 7) / 8 + kWordsOfCall))
    return;
  *stream->at++ = piece(0, MAQUETTE_PIECE_CONSTANT, 0);
  *stream->at++ = (uint64_t)number;
  put_text(stream, 0, name);
}

static int64_t bytes_of(MPI_Datatype type) {
  int bytes = 0;
  if (type != MPI_DATATYPE_NULL)
    PMPI_Type_size(type, &bytes);
  return bytes;
}

/* Types of the traces' table of arguments, by the first letter of what they are. */
static void record_names(Stream *stream) {
#define HANDLE(letter, name) put_named(stream, letter, #name, WORD_OF_HANDLE(name), 0)
#define DATATYPE(name) put_named(stream, 'd', #name, WORD_OF_HANDLE(name), bytes_of(name))
#define CONSTANT(name) put_constant(stream, #name, name)
  if (begin_record(stream, MAQUETTE_RECORD_PROCESS) == NULL)
    return;
#include "names.inc"
  end_record(stream);
}

/* MPI is there now. */
static void initialized(void) {
  Stream *const stream = &own;
  int rank = 0, size = 0;
  if (recording.state != 1)
    return;
  ++stream->depth;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  record_names(stream);
  record_rank(stream, rank, size);
  --stream->depth;
}

typedef int maquette_mpi_range[3];

#include "wrappers.inc"
