/* test/corpora/support/corpus.c - a failed check makes an MPI call, so all that a check reads steers communication. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#ifdef CORPUS_NATIVE
void corpus_start(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
}

void corpus_abort(void) { _Exit(99); }

void corpus_exit(int status) { exit(status); }
#else
#include <mpi.h>

void corpus_start(int *argc, char ***argv) { MPI_Init(argc, argv); }

/* Nobody sends: the simulation ends with a deadlock. */
void corpus_abort(void) {
  int failed;
  for (;;)
    MPI_Recv(&failed, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

void corpus_exit(int status) {
  if (status != 0)
    corpus_abort();
  MPI_Finalize();
  exit(0);
}
#endif
