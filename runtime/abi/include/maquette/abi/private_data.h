/* maquette/abi/private_data.h - how a program's mutable globals become private per rank
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * The wrapper compiler puts every mutable object of static storage duration into the section maquette_data (or leaves
 * it in .bss when its initial value is zero) and makes every access x go through  (char *)&x + maquette_private_delta.
 * The sections as loaded are the image of initial values; each rank owns a copy of them, and a switch to a rank sets
 * the delta to (copy - image). Outside ranks the delta is 0; one rank of a run may use the image itself as its copy.
 * One such image exists per executable or shared object; a small object file linked into each registers it.
 * See docs/adr/0003-private-globals.md.
 */
#ifndef MAQUETTE_ABI_PRIVATE_DATA_H
#define MAQUETTE_ABI_PRIVATE_DATA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Dynamic initialization of privatized objects; called like a constructor of the C library is. */
typedef void (*maquette_initializer)(int argc, char **argv, char **envp);

/** One unit's dynamic initialization, constructor function, or registration of a destructor function. */
struct maquette_initialization {
  maquette_initializer run;
  long priority; /**< Lower runs first; equal ones in the order they stand. */
};

/** What a unit knows of an object it does not define: x is accessed as  (char *)&x + *extern.delta. */
struct maquette_extern {
  char *address;          /**< As the dynamic linker resolved it; may be NULL (weak). */
  const ptrdiff_t *delta; /**< As loaded: of a zero. */
};

/** Begin and end pairs are empty (and may be NULL) when there is nothing of the kind; all addresses are those of the
 * image. */
struct maquette_image {
  char *span_begin; /**< What a rank's copy must cover: copy = image + delta for each byte of the span. */
  char *span_end;
  char *data_begin; /**< maquette_data, inside the span: copied for each rank. */
  char *data_end;
  char *zero_begin; /**< .bss, inside the span: zero for each rank. The rest of the span is never accessed. */
  char *zero_end;
  size_t alignment; /**< Each delta must be a multiple of this power of two. */
  ptrdiff_t *delta; /**< This image's maquette_private_delta. */
  /** Slots, perhaps unaligned, whose 8 bytes may hold an address inside (or one past the end of) some image's span. If
   * so, the slot in a rank's copy holds  image slot + that image's delta  for the rank. A slot may be listed twice, and
   * one that lies outside the data is to be ignored. */
  char *const *relocations_begin;
  char *const *relocations_end;
  /** To be run once per rank before main, images in the order they were registered. Sorted by priority. */
  const struct maquette_initialization *initializers_begin;
  const struct maquette_initialization *initializers_end;
  /** Whenever an image is registered, for all entries of all images: if the address lies inside a span (the end
   * excluded), delta is set to that image's. */
  struct maquette_extern *externs_begin;
  struct maquette_extern *externs_end;
  const char *model_id; /**< maquette_model_id, or NULL. */
};

/** Called once per executable or shared object: before main, or by dlopen(), in the rank that loads it. \p image must
 * live as long as the program. */
void maquette_register_image(const struct maquette_image *image);

/** Called with what dlopen() gave to the program, which it returns. Images that other ranks have loaded before are
 * initialized for this one. */
void *maquette_loaded(void *handle);

/** Called with what dlsym() gave to the program: if it is a privatized object, returns the calling rank's. */
void *maquette_own(void *address);

/** __cxa_atexit for privatized objects: runs \p destroy(\p object) when the calling rank ends, in reverse order.
 * Returns 0, or another value when there is no memory. */
int maquette_at_rank_exit(void (*destroy)(void *), void *object, void *dso);

/** Number \p counter of the random numbers that the run's seed gives the calling rank. */
__extension__ unsigned long long maquette_entropy(unsigned long long counter);

#ifdef __cplusplus
}
#endif

#endif
