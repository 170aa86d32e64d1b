/* test/integration/tool/programs/failing.c - fails in the way it is told
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void waitInACircle(int rank, int size) {
  int number = 0;
  MPI_Recv(&number, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* DEADLOCK */
}

static void crash(int rank) {
  int *volatile nowhere = (int *)8;
  if (rank == 1)
    *nowhere = 1; /* CRASH */
}

static void spin(void) {
  volatile double x = 1;
  printf("spinning\n");
  fflush(stdout);
  for (;;)
    x = x * 1.0000001;
}

int main(int argc, char **argv) {
  int rank, size;
  const char *how = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(how, "deadlock") == 0)
    waitInACircle(rank, size);
  if (strcmp(how, "crash") == 0)
    crash(rank);
  if (strcmp(how, "abort") == 0 && rank == 1)
    MPI_Abort(MPI_COMM_WORLD, 5);
  if (strcmp(how, "spin") == 0)
    spin();
  if (strcmp(how, "kill") == 0)
    kill(getpid(), SIGKILL);
  if (strcmp(how, "_exit") == 0)
    _exit(4);
  if (strcmp(how, "leave") == 0)
    syscall(SYS_exit_group, 4);
  MPI_Finalize();
  return 0;
}
