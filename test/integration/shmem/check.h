/* test/integration/shmem/check.h - what the test programs share
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAQUETTE_TEST_SHMEM_CHECK_H
#define MAQUETTE_TEST_SHMEM_CHECK_H

#include <shmem.h>
#include <stdio.h>

/* Ends the run as failed, with the place. */
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: PE %d: not so: %s\n", __FILE__, __LINE__, shmem_my_pe(), #condition);                    \
      shmem_global_exit(1);                                                                                            \
    }                                                                                                                  \
  } while (0)

#endif
