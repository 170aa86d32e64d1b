/* test/integration/tool/programs/ends_by_return.c - starts another process, and does not end OpenSHMEM
 * SPDX-License-Identifier: Apache-2.0
 */
#include <shmem.h>
#include <stdlib.h>

int main(void) {
  shmem_init();
  shmem_barrier_all();
  const int is_wrong = shmem_my_pe() == 0 && system("true") != 0;
  shmem_barrier_all();
  return is_wrong; /* The end of main ends OpenSHMEM, too. */
}
