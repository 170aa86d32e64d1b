/*===- maquette/record/container.h - what native MPI processes write while they run -------===*/
/* SPDX-License-Identifier: Apache-2.0 */
/**
 * \file
 * One file for all processes of a node, mapped by each of them: what a process wrote is there even when it is killed.
 * Numbers are the node's own, of 8 bytes where nothing else is said.
 *
 * File    MaquetteContainer in the first page; then chunks of MAQUETTE_CHUNK_BYTES, of one thread each.
 * Chunk   MaquetteChunk, then records. A record that is longer than a chunk has several in a row. Behind the last
 * record stands a 0 where the chunk is not full. A thread writes into one chunk and copies it when it is full: the same
 *         sequence can be there twice, and then the one that comes later in the file is whole.
 * Record  MaquetteRecord, then pieces. Its size is written last.
 * Piece   a word: place of the argument in bits 0 to 7, form in bits 8 to 15, and in bits 32 to 63 a number or a count;
 *         then what the form says.
 */
#ifndef MAQUETTE_RECORD_CONTAINER_H
#define MAQUETTE_RECORD_CONTAINER_H

#include <stdint.h>

#define MAQUETTE_CONTAINER_MAGIC "MAQCALLS"
#define MAQUETTE_CONTAINER_VERSION 1
#define MAQUETTE_CONTAINER_PAGE 4096
#define MAQUETTE_CHUNK_BYTES (64 * 1024)
#define MAQUETTE_CHUNK_MAGIC 0x4b4e4843u

typedef struct MaquetteContainer {
  char magic[8];
  uint32_t version;
  uint32_t chunk_bytes;
  uint32_t chunks;    /**< That processes have taken. */
  uint32_t processes; /**< That have written here. */
  uint32_t unused[2];
  char host[256];
} MaquetteContainer;

typedef struct MaquetteChunk {
  uint32_t magic;  /**< Written last. */
  uint32_t chunks; /**< In a row that this one takes. */
  uint32_t process, thread;
  uint64_t sequence;          /**< Of the thread, from 0. */
  uint64_t tick, nanoseconds; /**< The same moment: of the counter of ticks, and since 1970. */
  uint64_t unused[3];
} MaquetteChunk;

typedef struct MaquetteRecord {
  uint32_t bytes; /**< With this head. */
  uint16_t call;  /**< Place in mpi_calls.def, or one of MaquetteRecordKind. */
  uint16_t unused;
  uint64_t enter, leave; /**< Ticks. */
} MaquetteRecord;

enum MaquetteRecordKind {
  MAQUETTE_RECORD_PROCESS = 0xfffe, /**< MPI's own handles and constants: pieces NAMED and CONSTANT. */
  MAQUETTE_RECORD_RANK = 0xfffd,    /**< Rank and size of MPI_COMM_WORLD: two pieces NUMBER. */
  MAQUETTE_RECORD_CLOCK = 0xfffc    /**< enter: ticks; leave: nanoseconds since 1970, the same moment. */
};

enum MaquettePiece {
  MAQUETTE_PIECE_NUMBER = 1, /**< A number of 32 bits. */
  MAQUETTE_PIECE_WIDE,       /**< A number in the next word. */
  MAQUETTE_PIECE_HANDLE,     /**< The same of handles, whose 32 bits have no sign. */
  MAQUETTE_PIECE_WIDE_HANDLE,
  MAQUETTE_PIECE_NUMBERS,  /**< So many words. */
  MAQUETTE_PIECE_HANDLES,  /**< So many words. */
  MAQUETTE_PIECE_TEXT,     /**< So many bytes, filled up to words. */
  MAQUETTE_PIECE_STATUSES, /**< So many times two words: source and, in bits 32 to 63, tag; bytes. */
  MAQUETTE_PIECE_NAMED,    /**< A handle of MPI's own, the bytes of a datatype or 0; then its name as in TEXT. */
  MAQUETTE_PIECE_CONSTANT  /**< A number; then its name as in TEXT. */
};

#endif
