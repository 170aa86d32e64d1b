/*===- runtime/record/native/stream.h - writes what a native process calls -------===*/
/* SPDX-License-Identifier: Apache-2.0 */
/**
 * \file
 * What the recorders of MPI and of OpenSHMEM share: the file of a node in the folder that MAQUETTE_RECORD names
 * (container.h), and the records of a thread's calls.
 */
#ifndef MAQUETTE_RECORD_NATIVE_STREAM_H
#define MAQUETTE_RECORD_NATIVE_STREAM_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "maquette/record/container.h"

/* Of one thread. A call inside a call, by a callback of the program, is part of that one. */
typedef struct Stream {
  uint64_t *at, *end;
  MaquetteRecord *record; /* That is being written. */
  MaquetteChunk *chunk;
  uint64_t sequence;
  uint32_t thread;
  int depth;
} Stream;

static __thread Stream own __attribute__((tls_model("initial-exec")));

/* Of the process. */
static struct {
  int state; /* 0: not yet asked; 1: it records; -1: it does not. */
  int file;
  uint32_t process, threads;
  MaquetteContainer *container;
  char path[4096];
} recording;

static inline uint64_t ticks(void) {
#if defined(__x86_64__)
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The program goes on without being recorded. */
static void give_up(const char *what) {
  __atomic_store_n(&recording.state, -1, __ATOMIC_SEQ_CST);
  fprintf(stderr,
          "maquette record: error: %s: %s [maquette-output-unwritable]\n"
          "  fix: record to a folder with more room, or fewer ranks or steps; what is there can be converted\n",
          recording.path, what);
}

/* Where the next chunks of the file begin. */
static off_t take_chunks(uint32_t count) {
  const uint32_t index = __atomic_fetch_add(&recording.container->chunks, count, __ATOMIC_SEQ_CST);
  return MAQUETTE_CONTAINER_PAGE + (off_t)index * MAQUETTE_CHUNK_BYTES;
}

static size_t bytes_of_chunks(uint32_t count) { return (size_t)count * MAQUETTE_CHUNK_BYTES; }

/* Takes a chunk of the file to write records into. It is mapped as long as it is large enough: when it is full it is
 * copied to its place and used again, for new pages are slow. */
static int map_chunk(Stream *stream, uint32_t count) {
  const off_t offset = take_chunks(count);
  int problem = posix_fallocate(recording.file, offset, (off_t)bytes_of_chunks(count));
  MaquetteChunk *chunk = MAP_FAILED;
  if (problem == 0)
    chunk =
        mmap(NULL, bytes_of_chunks(count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, recording.file, offset);
  if (problem == 0 && chunk == MAP_FAILED)
    problem = errno;
  if (problem != 0) {
    give_up(strerror(problem));
    return 0;
  }
  if (stream->chunk != NULL) {
    stream->chunk->magic = 0; /* What it held has been copied. */
    munmap(stream->chunk, bytes_of_chunks(stream->chunk->chunks));
  }
  chunk->chunks = count;
  chunk->process = recording.process;
  chunk->thread = stream->thread;
  stream->chunk = chunk;
  stream->end = (uint64_t *)((char *)chunk + bytes_of_chunks(count)) - 1;
  return 1;
}

/* Writes all of it to the file, whatever interrupts that. */
static int write_all(const void *data, size_t bytes, off_t offset) {
  for (const char *at = data, *const end = at + bytes; at < end;) {
    const ssize_t written = pwrite(recording.file, at, (size_t)(end - at), offset);
    if (written < 0 && errno != EINTR) {
      give_up(strerror(errno));
      return 0;
    }
    at += written < 0 ? 0 : written;
    offset += written < 0 ? 0 : written;
  }
  return 1;
}

/* Copies the whole records of the chunk to their place. The copy counts when it is whole. */
static int copy_chunk(const Stream *stream) {
  const uint64_t *const begin = (const uint64_t *)(stream->chunk + 1);
  const uint64_t *const end = stream->record == NULL ? stream->at : (const uint64_t *)stream->record;
  const off_t offset = take_chunks(stream->chunk->chunks);
  MaquetteChunk head = *stream->chunk;
  head.magic = 0;
  if (!write_all(&head, sizeof head, offset) ||
      !write_all(begin, (size_t)(end - begin) * sizeof *begin, offset + (off_t)sizeof head))
    return 0;
  return write_all(&stream->chunk->magic, sizeof head.magic, offset + (off_t)offsetof(MaquetteChunk, magic));
}

/* Makes room for so many words more behind what is written of the record, which moves to the begin of the chunk. */
static int next_chunk(Stream *stream, size_t words) {
  const size_t begun = stream->record == NULL ? 0 : (size_t)(stream->at - (uint64_t *)stream->record);
  const size_t need = sizeof(MaquetteChunk) + (begun + words + 1) * sizeof(uint64_t);
  const uint32_t count = (uint32_t)((need + MAQUETTE_CHUNK_BYTES - 1) / MAQUETTE_CHUNK_BYTES);
  uint64_t *part = NULL;
  if (stream->chunk == NULL)
    stream->thread = __atomic_fetch_add(&recording.threads, 1, __ATOMIC_SEQ_CST);
  else if (!copy_chunk(stream))
    return 0;
  if (begun != 0) {
    part = malloc(begun * sizeof *part);
    if (part == NULL)
      return 0;
    memcpy(part, stream->record, begun * sizeof *part);
  }
  if ((stream->chunk == NULL || stream->chunk->chunks < count) && !map_chunk(stream, count)) {
    free(part);
    return 0;
  }
  uint64_t *const begin = (uint64_t *)(stream->chunk + 1);
  __atomic_store_n(begin, 0, __ATOMIC_RELEASE); /* No record is here, before it counts as the next chunk. */
  stream->chunk->tick = ticks();
  stream->chunk->nanoseconds = nanoseconds();
  __atomic_store_n(&stream->chunk->sequence, stream->sequence++, __ATOMIC_RELEASE);
  stream->chunk->magic = MAQUETTE_CHUNK_MAGIC;
  stream->at = begin + begun;
  if (begun != 0) {
    stream->record = (MaquetteRecord *)begin;
    part[0] &= ~(uint64_t)UINT32_MAX; /* Its size is not yet known. */
    memcpy(begin, part, begun * sizeof *part);
  }
  free(part);
  return 1;
}

static inline int has_room(Stream *stream, size_t words) {
  return (size_t)(stream->end - stream->at) >= words || next_chunk(stream, words);
}

static inline uint64_t piece(unsigned place, unsigned form, uint32_t number) {
  return place | form << 8 | (uint64_t)number << 32;
}

/* Room for a call's head and all its arguments that are no arrays. */
enum { kWordsOfCall = 64 };

static inline void put_integer(Stream *stream, unsigned place, int64_t number) {
  if (number == (int32_t)number) {
    *stream->at++ = piece(place, MAQUETTE_PIECE_NUMBER, (uint32_t)number);
  } else {
    *stream->at++ = piece(place, MAQUETTE_PIECE_WIDE, 0);
    *stream->at++ = (uint64_t)number;
  }
}

/* Handles are numbers of 32 bits in some libraries, pointers in others. Numbers keep their bits: none is negative. */
#define WORD_OF_HANDLE(handle) ((int64_t)(sizeof(handle) == 4 ? (uint32_t)(uintptr_t)(handle) : (uintptr_t)(handle)))

static inline void put_handle_word(Stream *stream, unsigned place, int64_t word) {
  if (word == (int64_t)(uint32_t)word) {
    *stream->at++ = piece(place, MAQUETTE_PIECE_HANDLE, (uint32_t)word);
  } else {
    *stream->at++ = piece(place, MAQUETTE_PIECE_WIDE_HANDLE, 0);
    *stream->at++ = (uint64_t)word;
  }
}
#define put_handle(stream, place, handle) put_handle_word(stream, place, WORD_OF_HANDLE(handle))

static void put_text(Stream *stream, unsigned place, const char *text) {
  const size_t bytes = text == NULL ? 0 : strlen(text), words = (bytes + 7) / 8;
  if (text == NULL || !has_room(stream, words + 1 + kWordsOfCall))
    return;
  *stream->at++ = piece(place, MAQUETTE_PIECE_TEXT, (uint32_t)bytes);
  memcpy(stream->at, text, bytes);
  stream->at += words;
}

#define WORD_OF_NUMBER(number) ((int64_t)(number))

/* An array of any type of numbers or handles. */
#define PUT_ARRAY(stream, place, form, word_of, array, length)                                                         \
  do {                                                                                                                 \
    const int64_t count_ = (length);                                                                                   \
    if ((array) != NULL && count_ > 0 && has_room(stream, (size_t)count_ + 1 + kWordsOfCall)) {                        \
      *(stream)->at++ = piece(place, form, (uint32_t)count_);                                                          \
      for (int64_t i_ = 0; i_ < count_; ++i_)                                                                          \
        *(stream)->at++ = (uint64_t)word_of((array)[i_]);                                                              \
    }                                                                                                                  \
  } while (0)

static Stream *begin_record(Stream *stream, unsigned call) {
  if (!has_room(stream, kWordsOfCall))
    return NULL;
  stream->record = (MaquetteRecord *)stream->at;
  stream->at[0] = (uint64_t)call << 32; /* Its size is not yet known. */
  stream->at += sizeof(MaquetteRecord) / sizeof(uint64_t);
  return stream;
}

static void end_record(Stream *stream) {
  const uint32_t bytes = (uint32_t)((char *)stream->at - (char *)stream->record);
  *stream->at = 0; /* No record follows, as yet. */
  __atomic_store_n(&stream->record->bytes, bytes, __ATOMIC_RELEASE);
  stream->record = NULL;
}

static void record_clock(Stream *stream) {
  if (begin_record(stream, MAQUETTE_RECORD_CLOCK) == NULL)
    return;
  stream->record->enter = ticks();
  stream->record->leave = nanoseconds();
  end_record(stream);
}

/* The file of this node, made by the first of its processes. */
static int open_container(const char *folder) {
  char host[256] = "node";
  gethostname(host, sizeof host - 1);
  snprintf(recording.path, sizeof recording.path, "%s/%s.calls", folder, host);
  recording.file = open(recording.path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (recording.file < 0)
    return errno;
  flock(recording.file, LOCK_EX);
  struct stat status;
  const int is_new = fstat(recording.file, &status) == 0 && status.st_size < MAQUETTE_CONTAINER_PAGE;
  int problem = is_new ? posix_fallocate(recording.file, 0, MAQUETTE_CONTAINER_PAGE) : 0;
  MaquetteContainer *container = MAP_FAILED;
  if (problem == 0)
    container = mmap(NULL, MAQUETTE_CONTAINER_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, recording.file, 0);
  if (problem == 0 && container == MAP_FAILED)
    problem = errno;
  if (problem == 0 && is_new) {
    container->version = MAQUETTE_CONTAINER_VERSION;
    container->chunk_bytes = MAQUETTE_CHUNK_BYTES;
    snprintf(container->host, sizeof container->host, "%s", host);
    memcpy(container->magic, MAQUETTE_CONTAINER_MAGIC, sizeof container->magic);
  }
  flock(recording.file, LOCK_UN);
  if (problem == 0) {
    recording.container = container;
    recording.process = __atomic_fetch_add(&container->processes, 1, __ATOMIC_SEQ_CST);
  }
  return problem;
}

static void start_recording(void) {
  const char *const folder = getenv("MAQUETTE_RECORD");
  const int problem = folder == NULL || *folder == 0 ? -1 : open_container(folder);
  recording.state = problem == 0 ? 1 : -1;
  if (problem > 0)
    give_up(strerror(problem));
}

/* Before a call. NULL: it is not recorded. */
static inline Stream *enter(unsigned call) {
  Stream *const stream = &own;
  if (stream->depth++ > 0)
    return NULL;
  if (__builtin_expect(recording.state <= 0, 0)) {
    if (recording.state == 0)
      start_recording();
    if (recording.state < 0)
      return NULL;
  }
  const uint64_t tick = ticks();
  if (begin_record(stream, call) == NULL)
    return NULL;
  stream->record->enter = tick;
  return stream;
}

static inline void leave(Stream *stream) { stream->record->leave = ticks(); }

/* After a call, when its results are written. */
static inline void finish(Stream *stream) {
  if (stream != NULL && stream->record != NULL)
    end_record(stream);
  --own.depth;
}

/* Which rank the process is; the library is there now. */
static void record_rank(Stream *stream, int rank, int size) {
  if (begin_record(stream, MAQUETTE_RECORD_RANK) != NULL) {
    put_integer(stream, 0, rank);
    put_integer(stream, 1, size);
    end_record(stream);
  }
  record_clock(stream);
}

static void finalized(void) {
  if (recording.state == 1)
    record_clock(&own);
}

#endif
