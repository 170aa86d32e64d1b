/* maquette/abi/private_data.h - how a program's mutable globals become private per rank
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * The wrapper compiler puts every mutable object of static storage duration into the section maquette_data and makes
 * every access x go through  (char *)&x + maquette_private_delta.  The section as loaded is the image of initial values;
 * each rank owns a copy of it, and a switch to a rank sets the delta to (copy - image). Outside ranks the delta is 0.
 * One such image exists per executable or shared object; a small object file linked into each registers it.
 * See docs/adr/0003-private-globals.md.
 */
#ifndef MAQUETTE_ABI_PRIVATE_DATA_H
#define MAQUETTE_ABI_PRIVATE_DATA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*maquette_initializer)(void);

struct maquette_image {
  char *data_begin;                              /**< first byte of maquette_data */
  char *data_end;                                /**< one past its last byte */
  ptrdiff_t *delta;                              /**< this image's maquette_private_delta */
  char **const *relocations_begin;               /**< slots (inside the data) that hold addresses inside the data: */
  char **const *relocations_end;                 /**< in a rank's copy each is increased by the delta */
  const maquette_initializer *initializers_begin; /**< dynamic initialization, run once per rank before main */
  const maquette_initializer *initializers_end;
  const char *model_id;                          /**< maquette_model_id, or NULL */
};

/** Called once per executable or shared object, before main. \p image must live as long as the program. */
void maquette_register_image(const struct maquette_image *image);

/** __cxa_atexit for privatized objects: runs \p destroy(\p object) when the calling rank ends, in reverse order. */
int maquette_at_rank_exit(void (*destroy)(void *), void *object, void *dso);

#ifdef __cplusplus
}
#endif

#endif
