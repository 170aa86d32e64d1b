/* runtime/abi/program/maquette_crt.c - linked into each executable and shared object: registers its image
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * All symbols are hidden: each executable and shared object has its own. __start_ and __stop_ symbols are made by the
 * linker for each section whose name is a C identifier, _end and __bss_start by its default layout; weak, because a
 * section may be missing. Source: docs/adr/0003-private-globals.md.
 */
#define _GNU_SOURCE /* dlvsym */
#include "maquette/abi/private_data.h"

#include <dlfcn.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define LINKER_SYMBOL extern __attribute__((weak, visibility("hidden")))

/** An entry of the sections maquette_init and maquette_fini as the compiler writes it. */
typedef struct maquette_initialization Entry;

LINKER_SYMBOL char __start_maquette_data[], __stop_maquette_data[], __bss_start[], _end[];
LINKER_SYMBOL char *const __start_maquette_reloc[], *const __stop_maquette_reloc[];
LINKER_SYMBOL const size_t __start_maquette_align[], __stop_maquette_align[];
LINKER_SYMBOL Entry __start_maquette_init[], __stop_maquette_init[];
LINKER_SYMBOL Entry __start_maquette_fini[], __stop_maquette_fini[];
LINKER_SYMBOL struct maquette_extern __start_maquette_extern[], __stop_maquette_extern[];
extern __attribute__((weak)) const char maquette_model_id[];

HIDDEN ptrdiff_t maquette_private_delta __attribute__((section(".data"))) = 0;
HIDDEN extern const ptrdiff_t maquette_no_delta;
const ptrdiff_t maquette_no_delta = 0;

static void callAtExit(void *function) { ((void (*)(void))(uintptr_t)function)(); }

/** What atexit() of a program becomes. */
HIDDEN int maquette_atexit(void (*function)(void));
int maquette_atexit(void (*function)(void)) {
  return maquette_at_rank_exit(callAtExit, (void *)(uintptr_t)function, NULL);
}

/** What dlopen() and dlsym() of a program become. They stand in each object, as both look at who calls them. */
HIDDEN void *maquette_dlopen(const char *file, int mode);
void *maquette_dlopen(const char *file, int mode) { return maquette_loaded(dlopen(file, mode)); }
HIDDEN void *maquette_dlsym(void *handle, const char *name);
void *maquette_dlsym(void *handle, const char *name) { return maquette_own(dlsym(handle, name)); }
HIDDEN void *maquette_dlvsym(void *handle, const char *name, const char *version);
void *maquette_dlvsym(void *handle, const char *name, const char *version) {
  return maquette_own(dlvsym(handle, name, version));
}

/** Stable, and in place: the entries of a whole program are few and nearly sorted. */
static void sortByPriority(Entry *begin, Entry *end) {
  Entry *next;
  for (next = begin; next < end; ++next) {
    Entry moved = *next;
    Entry *place = next;
    for (; place > begin && place[-1].priority > moved.priority; --place)
      *place = place[-1];
    *place = moved;
  }
}

/** Destructor functions run in the opposite order of their priorities, after all that is registered later. */
static void registerDestructorFunctions(int argc, char **argv, char **envp) {
  const Entry *entry;
  (void)argc, (void)argv, (void)envp;
  for (entry = __start_maquette_fini; entry < __stop_maquette_fini; ++entry)
    maquette_at_rank_exit(callAtExit, (void *)(uintptr_t)entry->run, NULL);
}

static const Entry first_initialization
    __attribute__((used, retain, section("maquette_init"))) = {registerDestructorFunctions, -1};

static size_t largestAlignment(void) {
  size_t largest = 16;
  const size_t *alignment;
  for (alignment = __start_maquette_align; alignment < __stop_maquette_align; ++alignment)
    if (*alignment > largest)
      largest = *alignment;
  return largest;
}

__attribute__((constructor(101))) static void registerImage(void) {
  static struct maquette_image image __attribute__((section(".data"))) = {0};
  char *bss_begin = __bss_start, *data_end = __stop_maquette_data;
  char *zero_begin = bss_begin > data_end ? bss_begin : data_end; /* GNU ld may put __bss_start before maquette_data. */
  sortByPriority(__start_maquette_init, __stop_maquette_init);
  sortByPriority(__start_maquette_fini, __stop_maquette_fini);
  image.span_begin = __start_maquette_data ? __start_maquette_data : zero_begin;
  image.span_end = _end;
  image.data_begin = __start_maquette_data;
  image.data_end = __stop_maquette_data;
  image.zero_begin = zero_begin;
  image.zero_end = _end;
  image.alignment = largestAlignment();
  image.delta = &maquette_private_delta;
  image.relocations_begin = __start_maquette_reloc;
  image.relocations_end = __stop_maquette_reloc;
  image.initializers_begin = __start_maquette_init;
  image.initializers_end = __stop_maquette_init;
  image.externs_begin = __start_maquette_extern;
  image.externs_end = __stop_maquette_extern;
  image.model_id = maquette_model_id;
  maquette_register_image(&image);
}
