/* test/integration/mpi/check.h - what the test programs share
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAQUETTE_TEST_CHECK_H
#define MAQUETTE_TEST_CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the run as failed, with the place. */
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      int check_rank = -1;                                                                                             \
      MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);                                                                      \
      fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, check_rank, #condition);                     \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                                    \
    }                                                                                                                  \
  } while (0)

#endif
