/*===- runtime/record/native/shmem_recorder.c - records the OpenSHMEM calls of a native program ---===*/
/* SPDX-License-Identifier: Apache-2.0 */
/**
 * \file
 * `maquette record` compiles this file with the user's oshcc into a library that is loaded before the program's. It has
 * the functions that a specification names (runtime/record/shmem), makes each call by its name for profiling, and
 * writes what was called and when. MAQUETTE_HAS_<name> says that shmem.h has the function.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <shmem.h>

#include "stream.h"

/* The objects of the symmetric heap, in the order of their addresses. All PEs make them in the same order. */
typedef struct Object {
  uintptr_t begin, end;
  int64_t number;
} Object;

static struct {
  pthread_rwlock_t guard;
  Object *objects;
  size_t count, room;
  int64_t made; /* That there ever were. */
} heap = {.guard = PTHREAD_RWLOCK_INITIALIZER};

#define BYTES_OF_OBJECT ((int64_t)1 << 40)

/* Objects that begin at or below the address. */
static size_t objects_up_to(uintptr_t address) {
  size_t low = 0, high = heap.count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (heap.objects[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int take_first(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  return 1;
}

/* From the begin of the program, whose globals are symmetric. */
static int64_t place_of_global(uintptr_t address) {
  static uintptr_t program;
  static int is_known;
  if (!is_known) {
    dl_iterate_phdr(take_first, &program);
    is_known = 1;
  }
  const int64_t place = (int64_t)(address - program);
  return place >= 0 && place < BYTES_OF_OBJECT ? place : -1;
}

/* As maquette_symmetric_place() says it. */
static int64_t place_of(const volatile void *pointer) {
  const uintptr_t address = (uintptr_t)pointer;
  pthread_rwlock_rdlock(&heap.guard);
  const size_t behind = objects_up_to(address);
  int64_t place = -1;
  if (behind > 0 && address <= heap.objects[behind - 1].end)
    place = heap.objects[behind - 1].number * BYTES_OF_OBJECT + (int64_t)(address - heap.objects[behind - 1].begin);
  pthread_rwlock_unlock(&heap.guard);
  return place >= 0 ? place : place_of_global(address);
}

/* The heap has a new object. */
static int64_t made(const volatile void *pointer, size_t bytes) {
  const uintptr_t begin = (uintptr_t)pointer;
  if (pointer == NULL)
    return -1;
  pthread_rwlock_wrlock(&heap.guard);
  if (heap.count == heap.room) {
    const size_t room = heap.room == 0 ? 64 : 2 * heap.room;
    Object *const more = realloc(heap.objects, room * sizeof *more);
    if (more != NULL) {
      heap.objects = more;
      heap.room = room;
    }
  }
  const int64_t number = ++heap.made;
  if (heap.count < heap.room) {
    const size_t at = objects_up_to(begin);
    memmove(heap.objects + at + 1, heap.objects + at, (heap.count - at) * sizeof *heap.objects);
    heap.objects[at] = (Object){begin, begin + bytes, number};
    ++heap.count;
  }
  pthread_rwlock_unlock(&heap.guard);
  return number * BYTES_OF_OBJECT;
}

/* An object of the heap is given back. */
static int64_t gone(const volatile void *pointer) {
  const int64_t place = place_of(pointer);
  pthread_rwlock_wrlock(&heap.guard);
  const size_t behind = objects_up_to((uintptr_t)pointer);
  if (behind > 0 && heap.objects[behind - 1].begin == (uintptr_t)pointer) {
    memmove(heap.objects + behind - 1, heap.objects + behind, (heap.count - behind) * sizeof *heap.objects);
    --heap.count;
  }
  pthread_rwlock_unlock(&heap.guard);
  return place;
}

/* What traces call those that are there from the begin. */
enum { kNoTeam = -3, kSharedTeam = -2, kWorldTeam = -1, kNoContext = -2, kDefaultContext = -1 };

#ifdef MAQUETTE_HAS_shmem_team_my_pe
static int64_t number_of_team(shmem_team_t team) {
  return team == SHMEM_TEAM_INVALID  ? kNoTeam
         : team == SHMEM_TEAM_WORLD  ? kWorldTeam
         : team == SHMEM_TEAM_SHARED ? kSharedTeam
                                     : (int64_t)(intptr_t)team;
}
#endif
#ifdef MAQUETTE_HAS_shmem_ctx_create
static int64_t number_of_context(shmem_ctx_t context) {
#ifdef SHMEM_CTX_INVALID
  if (context == SHMEM_CTX_INVALID)
    return kNoContext;
#endif
  return context == SHMEM_CTX_DEFAULT ? kDefaultContext : (int64_t)(intptr_t)context;
}
#endif

extern int pshmem_my_pe(void), pshmem_n_pes(void);

/* OpenSHMEM is there now. */
static void initialized(void) {
  static int is_known;
  if (recording.state != 1 || __atomic_exchange_n(&is_known, 1, __ATOMIC_SEQ_CST))
    return;
  ++own.depth;
  record_rank(&own, pshmem_my_pe(), pshmem_n_pes());
  --own.depth;
}

#define GUARDED
#define FROM_C
#define BEGIN_CALL(number, name)                                                                                       \
  Stream *const stream = enter(number);                                                                                \
  if (stream != NULL)
#define PUT(place, value) put_integer(stream, place, (int64_t)(value))
/* Of i below count; those that are negative are left out. */
#define PUT_EACH(place, count, value)                                                                                  \
  do {                                                                                                                 \
    const size_t count_ = (count);                                                                                     \
    if (count_ > 0 && has_room(stream, count_ + 1 + kWordsOfCall)) {                                                   \
      uint64_t *const head_ = stream->at++;                                                                            \
      for (size_t i = 0; i < count_; ++i) {                                                                            \
        const int64_t value_ = (value);                                                                                \
        if (value_ >= 0)                                                                                               \
          *stream->at++ = (uint64_t)value_;                                                                            \
      }                                                                                                                \
      *head_ = piece(place, MAQUETTE_PIECE_NUMBERS, (uint32_t)(stream->at - head_ - 1));                               \
    }                                                                                                                  \
  } while (0)
#define REAL_CALL
#define END_CALL                                                                                                       \
  if (stream != NULL && stream->record != NULL)                                                                        \
    leave(stream);                                                                                                     \
  if (stream != NULL && stream->record != NULL)
#define FINISH_CALL(name)                                                                                              \
  finish(stream);                                                                                                      \
  if (__builtin_strcmp(#name, "shmem_init") == 0)                                                                      \
    initialized();                                                                                                     \
  if (__builtin_strcmp(#name, "shmem_finalize") == 0)                                                                  \
    finalized();
#define NEXT(name) dlsym(RTLD_NEXT, name)

#pragma GCC visibility push(default)
#include <shmem_wrappers.inc> /* The user's own comes before the one that lies here. */
#pragma GCC visibility pop
