/* test/integration/mpi/processes.c - ranks as processes of their own: folder, environment, streams, children, sleep
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int rank, size;

static void folders(const char *top) {
  char name[32], path[4096], expected[8192];
  if (rank == 0)
    CHECK(chdir(top) == 0);
  CHECK(chdir(top) == 0);
  sprintf(name, "rank%d", rank);
  CHECK(mkdir(name, 0755) == 0 && chdir(name) == 0);
  MPI_Barrier(MPI_COMM_WORLD); /* Each has changed its own. */
  snprintf(expected, sizeof expected, "%s/%s", top, name);
  CHECK(getcwd(path, sizeof path) != NULL && strcmp(path, expected) == 0);
  FILE *file = fopen("out", "w");
  CHECK(file != NULL && fprintf(file, "%d", rank) > 0 && fclose(file) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  sprintf(name, "../rank%d/out", (rank + 1) % size);
  int number = -1;
  file = fopen(name, "r");
  CHECK(file != NULL && fscanf(file, "%d", &number) == 1 && number == (rank + 1) % size);
  fclose(file);
  CHECK(chdir("no such folder") == -1 && errno == ENOENT);
}

static void environments(void) {
  char value[16];
  sprintf(value, "%d", rank);
  CHECK(setenv("MAQUETTE_TEST", value, 1) == 0);
  if (rank == 1)
    CHECK(unsetenv("PATH") == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(strcmp(getenv("MAQUETTE_TEST"), value) == 0);
  CHECK((getenv("PATH") == NULL) == (rank == 1));
  CHECK(setenv("MAQUETTE_TEST", "other", 0) == 0 && strcmp(getenv("MAQUETTE_TEST"), value) == 0);
  CHECK(setenv("A=B", "", 1) == -1 && errno == EINVAL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    CHECK(putenv("MAQUETTE_TEST=put") == 0 && strcmp(getenv("MAQUETTE_TEST"), "put") == 0);
  if (rank == 1)
    CHECK(clearenv() == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK((getenv("MAQUETTE_TEST") == NULL) == (rank == 1));
}

/* After folders(). */
static void streams(void) {
  FILE *const before = stdout;
  if (rank != 0)
    CHECK(freopen("log", "w", stdout) != NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK((stdout == before) == (rank == 0));
  printf("printed by %d\n", rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 0) {
    char line[64] = "", expected[64];
    fflush(stdout);
    FILE *file = fopen("log", "r");
    sprintf(expected, "printed by %d\n", rank);
    CHECK(file != NULL && fgets(line, sizeof line, file) != NULL && strcmp(line, expected) == 0);
    fclose(file);
  }
}

static void children(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0)
    exit(rank + 5); /* Ends the child, not the rank. */
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == rank + 5);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    CHECK(system("exit 3") != -1);
}

static void names(void) {
  char name[MPI_MAX_PROCESSOR_NAME], host[256];
  int length;
  struct utsname about;
  MPI_Get_processor_name(name, &length);
  CHECK(gethostname(host, sizeof host) == 0 && strcmp(host, name) == 0);
  CHECK(uname(&about) == 0 && strcmp(about.nodename, name) == 0);
}

static void sleeps(void) {
  struct timespec span = {0, 5000000}, now;
  struct timeval short_span = {0, 5000};
  const double begin = MPI_Wtime();
  CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &span, NULL) == 0);
  CHECK(select(0, NULL, NULL, NULL, &short_span) == 0);
  CHECK(poll(NULL, 0, 5) == 0);
  clock_gettime(CLOCK_MONOTONIC, &now);
  now.tv_nsec += 5000000;
  if (now.tv_nsec >= 1000000000)
    ++now.tv_sec, now.tv_nsec -= 1000000000;
  CHECK(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, NULL) == 0);
  const double passed = MPI_Wtime() - begin;
  CHECK(passed > 0.0199 && passed < 0.5); /* Direct mode adds computing. */
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char top[4096];
  if (argc > 1) {
    if (rank == 1 && !strcmp(argv[1], "_exit"))
      _exit(4);
    if (rank == 1)
      abort();
  }
  names();
  sleeps();
  environments();
  children();
  if (rank == 0) {
    CHECK(getcwd(top, sizeof top - 16) != NULL);
    CHECK(mkdtemp(strcat(top, "/top-XXXXXX")) != NULL);
  }
  MPI_Bcast(top, sizeof top, MPI_CHAR, 0, MPI_COMM_WORLD);
  folders(top);
  streams();
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(remove("out") == 0 && (rank == 0 || remove("log") == 0) && chdir("..") == 0);
  char name[32];
  sprintf(name, "rank%d", rank);
  CHECK(rmdir(name) == 0);
  MPI_Finalize();
  if (rank == 0)
    CHECK(rmdir(top) == 0);
  if (rank == 1)
    _exit(0); /* After MPI_Finalize, as programs do that skip their destructors. */
  return 0;
}
