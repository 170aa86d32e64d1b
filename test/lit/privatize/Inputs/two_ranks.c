/* test/lit/privatize/Inputs/two_ranks.c - the least runtime that tells private globals from shared ones
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * Built as a shared object. It holds main(): two ranks with a copy each (a third image copy stays untouched) call
 *   void phase(int rank, int number)   for number 0, 1, 2, rank by rank,
 * then run what they registered for their end. In the end no byte of the image may have changed: each access went
 * through the delta. With the argument "image", one rank uses the image itself, as a program does that is started
 * directly.
 */
#include "maquette/abi/private_data.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kImages = 8, kRanks = 2, kPhases = 3, kExits = 64 };

void phase(int rank, int number);

struct Exit {
  void (*destroy)(void *);
  void *object;
};

static const struct maquette_image *images[kImages];
static char *snapshots[kImages];
static ptrdiff_t deltas[kRanks][kImages];
static struct Exit exits[kRanks][kExits];
static int image_count, exit_counts[kRanks], current;

static int holds(const struct maquette_image *image, const char *address) {
  return address && address >= image->span_begin && address < image->span_end;
}

static void resolveExterns(void) {
  for (int i = 0; i < image_count; ++i)
    for (struct maquette_extern *entry = images[i]->externs_begin; entry < images[i]->externs_end; ++entry)
      for (int j = 0; j < image_count; ++j)
        if (holds(images[j], entry->address))
          entry->delta = images[j]->delta;
}

void maquette_register_image(const struct maquette_image *image) {
  images[image_count++] = image;
  resolveExterns();
}

int maquette_at_rank_exit(void (*destroy)(void *), void *object, void *dso) {
  (void)dso;
  exits[current][exit_counts[current]++] = (struct Exit){destroy, object};
  return 0;
}

void *maquette_loaded(void *handle) { return handle; }
void *maquette_own(void *address) { return address; }

static void relocate(const struct maquette_image *image, int rank, ptrdiff_t delta) {
  for (char *const *slot = image->relocations_begin; slot < image->relocations_end; ++slot) {
    char *value;
    if (*slot < image->data_begin || *slot + sizeof value > image->data_end)
      continue;
    memcpy(&value, *slot, sizeof value);
    for (int j = 0; j < image_count; ++j)
      if (holds(images[j], value)) {
        char *moved = value + deltas[rank][j];
        memcpy(*slot + delta, &moved, sizeof moved);
      }
  }
}

static void makeCopies(int rank) {
  for (int i = 0; i < image_count; ++i) {
    size_t size = (size_t)(images[i]->span_end - images[i]->span_begin), align = images[i]->alignment;
    char *block = malloc(size + 2 * align);
    memset(block, 0xee, size + 2 * align);
    /* The same remainder as the image has. */
    block += ((uintptr_t)images[i]->span_begin - (uintptr_t)block) & (align - 1);
    deltas[rank][i] = block - images[i]->span_begin;
    memcpy(images[i]->data_begin + deltas[rank][i], images[i]->data_begin, images[i]->data_end - images[i]->data_begin);
    memset(images[i]->zero_begin + deltas[rank][i], 0, images[i]->zero_end - images[i]->zero_begin);
  }
  for (int i = 0; i < image_count; ++i)
    relocate(images[i], rank, deltas[rank][i]);
}

static void switchTo(int rank) {
  current = rank;
  for (int i = 0; i < image_count; ++i)
    *images[i]->delta = deltas[rank][i];
}

static void initialize(int argc, char **argv, char **envp) {
  for (int i = 0; i < image_count; ++i)
    for (const struct maquette_initialization *entry = images[i]->initializers_begin;
         entry < images[i]->initializers_end; ++entry)
      entry->run(argc, argv, envp);
}

static int changedImages(void) {
  int changed = 0;
  for (int i = 0; i < image_count; ++i)
    for (const char *byte = images[i]->data_begin; byte < images[i]->data_end; ++byte)
      if (*byte != snapshots[i][byte - images[i]->data_begin]) {
        printf("byte %td of the data of image %d was written\n", byte - images[i]->data_begin, i);
        changed = 1;
        break;
      }
  return changed;
}

int main(int argc, char **argv, char **envp) {
  int ranks = argc > 1 && !strcmp(argv[1], "image") ? 1 : kRanks;
  for (int i = 0; i < image_count; ++i) {
    size_t size = (size_t)(images[i]->data_end - images[i]->data_begin);
    snapshots[i] = memcpy(malloc(size + 1), images[i]->data_begin, size);
  }
  for (int rank = 0; ranks > 1 && rank < ranks; ++rank)
    makeCopies(rank);
  for (int rank = 0; rank < ranks; ++rank) {
    switchTo(rank);
    initialize(argc, argv, envp);
  }
  for (int number = 0; number < kPhases; ++number)
    for (int rank = 0; rank < ranks; ++rank) {
      switchTo(rank);
      phase(rank, number);
    }
  for (int rank = 0; rank < ranks; ++rank) {
    switchTo(rank);
    while (exit_counts[rank] > 0) {
      struct Exit last = exits[rank][--exit_counts[rank]];
      last.destroy(last.object);
    }
  }
  for (int i = 0; i < image_count; ++i)
    *images[i]->delta = 0;
  return ranks > 1 ? changedImages() : 0;
}
