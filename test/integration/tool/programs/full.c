/* test/integration/tool/programs/full.c - writes until the file system says no, and files outside the folder
 * SPDX-License-Identifier: Apache-2.0
 *
 * full write FILE BYTES: writes so many bytes and says how it ended. full remove FILE: removes it.
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static char block[1000];
  MPI_Init(&argc, &argv);
  if (argc > 3 && strcmp(argv[1], "write") == 0) {
    FILE *const file = fopen(argv[2], "w");
    long left = atol(argv[3]);
    errno = 0;
    while (file != NULL && left > 0 && fwrite(block, 1, sizeof block, file) == sizeof block && fflush(file) == 0)
      left -= (long)sizeof block;
    printf("left %ld errno %s\n", left, errno == ENOSPC ? "ENOSPC" : errno == EDQUOT ? "EDQUOT" : errno == 0 ? "0" : "other");
  } else if (argc > 2) {
    printf("removed %d\n", remove(argv[2]));
  }
  MPI_Finalize();
  return 0;
}
