/* test/integration/tool/programs/full.c - writes until the file system says no, and files outside the folder
 * SPDX-License-Identifier: Apache-2.0
 *
 * full write FILE BYTES: writes so many bytes and says how it ended. full again FILE BYTES: the same three times, on
 * what the file before has left. full mpi FILE BYTES: with MPI-IO. full remove FILE: removes it.
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char block[1000];

static void writeStream(const char *path, long left) {
  FILE *const file = fopen(path, "w");
  errno = 0;
  while (file != NULL && left > 0 && fwrite(block, 1, sizeof block, file) == sizeof block && fflush(file) == 0)
    left -= (long)sizeof block;
  const char *const error = errno == ENOSPC ? "ENOSPC" : errno == EDQUOT ? "EDQUOT" : errno == 0 ? "0" : "other";
  printf("left %ld errno %s\n", left, error);
  if (file != NULL)
    fclose(file);
}

static void writeFile(const char *path, long left) {
  MPI_File file;
  int error = MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  for (; left > 0 && error == MPI_SUCCESS; left -= error == MPI_SUCCESS ? (long)sizeof block : 0)
    error = MPI_File_write(file, block, sizeof block, MPI_BYTE, MPI_STATUS_IGNORE);
  const int sized = MPI_File_set_size(file, 1000000);
  int class = 0, sized_class = 0;
  MPI_Error_class(error, &class);
  MPI_Error_class(sized, &sized_class);
  printf("left %ld no space %d %d\n", left, class == MPI_ERR_NO_SPACE, sized_class == MPI_ERR_NO_SPACE);
  MPI_File_close(&file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 3 && strcmp(argv[1], "write") == 0) {
    writeStream(argv[2], atol(argv[3]));
  } else if (argc > 3 && strcmp(argv[1], "mpi") == 0) {
    writeFile(argv[2], atol(argv[3]));
  } else if (argc > 3 && strcmp(argv[1], "again") == 0) {
    writeStream(argv[2], atol(argv[3]));
    printf("truncate %d\n", truncate(argv[2], 0));
    writeStream("other.out", atol(argv[3]));
    writeStream("other.out", atol(argv[3]));
  } else if (argc > 2) {
    printf("removed %d\n", remove(argv[2]));
  }
  MPI_Finalize();
  return 0;
}
