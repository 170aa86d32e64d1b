/* test/integration/mpi/plugins.c - each rank has its own globals of what it loads
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "check.h"

#include <dlfcn.h>
#include <mpi.h>

int host_value = 1;

typedef int (*Function)(void);
static int call(void *plugin, const char *name) {
  Function function;
  *(void **)&function = dlsym(plugin, name);
  return function();
}

int main(int argc, char **argv) {
  int rank, size, turn;
  void *plugin = NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  host_value = 100 + rank;
  /* The last rank loads first; found by the executable's run path. */
  for (turn = size - 1; turn >= 0; --turn) {
    if (turn == rank) {
      plugin = dlopen("libmpi_plugin.so", RTLD_NOW);
      if (plugin == NULL)
        fprintf(stderr, "%s\n", dlerror());
      CHECK(plugin != NULL);
      CHECK(call(plugin, "plugin_call") == 1);
      *(int *)dlsym(plugin, "plugin_value") += rank;
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (turn = 0; turn < rank; ++turn)
    call(plugin, "plugin_call");
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(call(plugin, "plugin_call") == rank + 2);
  CHECK(*(int *)dlsym(plugin, "plugin_value") == 5 + rank);
  CHECK(call(plugin, "plugin_host") == 100 + rank);
  CHECK(call(plugin, "plugin_constructions") == 21);
  CHECK(call(plugin, "plugin_base_constructions") == 11);
  CHECK(dlsym(RTLD_DEFAULT, "host_value") == (void *)&host_value);
  /* What is loaded stays. */
  CHECK(dlclose(plugin) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  plugin = dlopen("libmpi_plugin.so", RTLD_NOW);
  CHECK(call(plugin, "plugin_call") == rank + 3);
  MPI_Finalize();
  return 0;
}
