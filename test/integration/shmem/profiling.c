/* test/integration/shmem/profiling.c - a tool that stands between the program and OpenSHMEM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <pshmem.h>

static int puts_seen;

#undef shmem_put
void shmem_long_put(long *dest, const long *source, size_t nelems, int pe) {
  ++puts_seen;
  pshmem_long_put(dest, source, nelems, pe);
}

int main(void) {
  static long value;
  pshmem_init();
  const long mine = 5;
  shmem_long_put(&value, &mine, 1, shmem_my_pe());
  shmem_quiet();
  CHECK(value == 5 && puts_seen == 1);
  shmem_pcontrol(1, "what a tool may want to know", 3);
  pshmem_finalize();
  return 0;
}
