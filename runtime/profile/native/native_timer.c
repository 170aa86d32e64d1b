/* runtime/profile/native/native_timer.c - how long a native MPI process computes and communicates
 * SPDX-License-Identifier: Apache-2.0
 *
 * `maquette validate` preloads it into the processes of a native run. From the start of the process to its end, without
 * MPI_Init and MPI_Finalize, whose start-up costs no simulation predicts. Each process that called MPI_Init leaves one
 * line in a file of the folder MAQUETTE_NATIVE_TIMES: seconds by the wall clock, seconds of processor time. The
 * functions have the same signatures in every MPI library, so no mpi.h is needed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct times {
  double wall;
  double processor;
};

static struct times start;    /* Of the process. */
static struct times excluded; /* Inside MPI_Init and MPI_Finalize. */
static int initialized;

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct times now(void) {
  struct times t = {seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
  return t;
}

static void exclude_since(struct times before) {
  struct times after = now();
  excluded.wall += after.wall - before.wall;
  excluded.processor += after.processor - before.processor;
}

/* The function of that name in the MPI library. */
static void *real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) {
    fprintf(stderr, "maquette: the program has no %s to be timed\n", name);
    exit(1);
  }
  return function;
}

int MPI_Init(int *argc, char ***argv);
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Finalize(void);

int MPI_Init(int *argc, char ***argv) {
  int (*init)(int *, char ***);
  struct times before = now();
  int status;
  *(void **)&init = real("MPI_Init");
  status = init(argc, argv);
  initialized = 1;
  exclude_since(before);
  return status;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  int (*init)(int *, char ***, int, int *);
  struct times before = now();
  int status;
  *(void **)&init = real("MPI_Init_thread");
  status = init(argc, argv, required, provided);
  initialized = 1;
  exclude_since(before);
  return status;
}

int MPI_Finalize(void) {
  int (*finalize)(void);
  struct times before = now();
  int status;
  *(void **)&finalize = real("MPI_Finalize");
  status = finalize();
  exclude_since(before);
  return status;
}

__attribute__((constructor)) static void begin(void) { start = now(); }

__attribute__((destructor)) static void end(void) {
  const char *folder = getenv("MAQUETTE_NATIVE_TIMES");
  struct times t = now();
  char path[4096];
  FILE *file;
  if (!initialized || folder == NULL)
    return;
  if (snprintf(path, sizeof path, "%s/%ld.time", folder, (long)getpid()) >= (int)sizeof path)
    return;
  file = fopen(path, "w");
  if (file == NULL)
    return;
  fprintf(file, "%.9f %.9f\n", t.wall - start.wall - excluded.wall, t.processor - start.processor - excluded.processor);
  fclose(file);
}
