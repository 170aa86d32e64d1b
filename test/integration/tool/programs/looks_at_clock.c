/* test/integration/tool/programs/looks_at_clock.c - a library reads the clock, or the program does
 * SPDX-License-Identifier: Apache-2.0
 *
 * With -DLIBRARY, the library. The program calls it, from the file argv[1], or its own look() if that is "own", 200,000
 * times.
 */
#include <sys/time.h>

void look(int times);
void look(int times) {
  struct timeval now;
  for (int i = 0; i < times; ++i)
    gettimeofday(&now, 0);
}

#ifndef LIBRARY
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  void *const library = strcmp(argv[1], "own") == 0 ? NULL : dlopen(argv[1], RTLD_NOW);
  void (*const looks)(int) = library != NULL ? (void (*)(int))dlsym(library, "look") : look;
  looks(200000);
  MPI_Finalize();
  return 0;
}
#endif
