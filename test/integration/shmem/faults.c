/* test/integration/shmem/faults.c - programs that go wrong, one way for each word
 * SPDX-License-Identifier: Apache-2.0
 */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, size;
static long global, lock;

static void deadlock(void) { shmem_wait_until(&global, SHMEM_CMP_GE, 3 + me); }

static void lock_twice(void) {
  if (me == 0) {
    shmem_set_lock(&lock);
    shmem_set_lock(&lock);
  }
}

static void barrier(void) {
  if (me != 1)
    shmem_barrier_all();
}

static void collective(void) {
  static int source, dest[8];
  if (me == 0)
    shmem_fcollect(SHMEM_TEAM_WORLD, dest, &source, 1);
  else
    shmem_sum_reduce(SHMEM_TEAM_WORLD, dest, &source, 1);
}

static void not_symmetric(void) {
  long local = 0;
  shmem_p(&local, 1L, 0);
}

static void of_another(void) {
  long *const block = shmem_malloc(sizeof *block), **const blocks = shmem_malloc(sizeof *blocks);
  shmem_putmem(blocks, &block, sizeof block, (me + 1) % size);
  shmem_barrier_all();
  shmem_p(*blocks, 1L, 0);
}

static void beyond(void) {
  char *const block = shmem_malloc(40);
  char data[50] = {0};
  shmem_putmem(block + 8, data, 33, 0);
}

static void freed(void) {
  char *const block = shmem_malloc(10000);
  shmem_free(block);
  shmem_char_p(block, 1, 0);
}

static void freed_twice(void) {
  char *const block = shmem_malloc(40);
  shmem_free(block);
  shmem_free(block);
}

static void no_pe(void) { shmem_p(&global, 1L, size); }
static void heap(void) { shmem_malloc(me == 0 ? 8 : 16); }
static void comparison(void) { shmem_wait_until(&global, 17, 0); }
static void stride(void) { shmem_iput(&global, &global, 0, 1, 1, 0); }
static void active_set(void) { shmem_barrier(1, 1, size, NULL); }
static void unlock(void) { shmem_clear_lock(&lock); }
static void team(void) { shmem_sum_reduce(SHMEM_TEAM_INVALID, &global, &global, 1); }
static void finalized(void) {
  shmem_finalize();
  shmem_barrier_all();
}
static void exits(void) {
  if (me == 1)
    shmem_global_exit(7);
  shmem_barrier_all();
}
static void ends_all(void) {
  if (me == 1)
    shmem_global_exit(0);
  shmem_barrier_all();
}
static void leaves(void) { exit(me == 1 ? 5 : 0); }
/* Works where puts are seen in order. */
static void no_quiet(void) {
  static long data, ready;
  for (long i = 1; i <= 20; ++i) {
    if (me == 0) {
      shmem_p(&data, i, 1);
      shmem_p(&ready, i, 1);
    } else {
      shmem_wait_until(&ready, SHMEM_CMP_EQ, i);
      if (data != i)
        shmem_global_exit(9);
    }
    shmem_barrier_all();
  }
}
static void endless(void) {
  while (!shmem_test(&global, SHMEM_CMP_EQ, 1))
    ;
}

int main(int argc, char **argv) {
  const char *const word = argc > 1 ? argv[1] : "";
  static const struct {
    const char *word;
    void (*run)(void);
  } ways[] = {{"deadlock", deadlock},
              {"lock_twice", lock_twice},
              {"barrier", barrier},
              {"collective", collective},
              {"local", not_symmetric},
              {"another", of_another},
              {"beyond", beyond},
              {"freed", freed},
              {"freed_twice", freed_twice},
              {"pe", no_pe},
              {"heap", heap},
              {"comparison", comparison},
              {"stride", stride},
              {"set", active_set},
              {"unlock", unlock},
              {"team", team},
              {"finalized", finalized},
              {"exits", exits},
              {"ends_all", ends_all},
              {"leaves", leaves},
              {"endless", endless},
              {"no_quiet", no_quiet}};
  if (strcmp(word, "before") == 0)
    shmem_barrier_all();
  shmem_init();
  me = shmem_my_pe();
  size = shmem_n_pes();
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i)
    if (strcmp(word, ways[i].word) == 0)
      ways[i].run();
  if (strcmp(word, "twice") == 0)
    shmem_init();
  shmem_finalize();
  return 0;
}
