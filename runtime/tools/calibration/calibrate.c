/* runtime/tools/calibration/calibrate.c - point-to-point times of an MPI library between two processes
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: mpiexec -n 2 calibrate OUTPUT_FILE
 * Writes lines that `maquette machine calibrate` reads:
 *   node NAME                of each process, as MPI names it
 *   pingpong BYTES SECONDS   half of a round trip, the least of many
 *   send SECONDS             of one call of MPI_Send with 8 bytes, many in a row
 *   receive SECONDS          of one call of MPI_Recv whose message is there
 *   blocks BYTES 0|1         whether MPI_Send of that size waits for the receive
 *   gaps BYTES SECONDS       the same as pingpong of a vector of doubles with gaps between them
 *   copy BYTES_PER_SECOND    of memcpy, 64 MiB
 * The least of many is what the library can do: whatever else a host does only makes it longer.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 44, MOST_GAPS = 256 << 10, LARGEST = 4 << 20, BURST = 50, COPY_BYTES = 64 << 20, ROUNDS_A_LOOK = 5 };
#define SECONDS_A_SIZE 0.1
#define ROOM ((size_t)GAP * MOST_GAPS) /* And more than LARGEST. */

static char *buffer;
static int rank;

static double least(double a, double b) { return a < b ? a : b; }

/* Whether there is time for another round; the same answer in both. On a host with other things to do, two processes
 * that wait for one another by polling come on slowly. */
static int moreTime(double began, double budget) {
  int more = MPI_Wtime() - began < budget;
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return more;
}

static double pingPong(int count, MPI_Datatype type, int bytes) {
  const int rounds = bytes <= 65536 ? 1000 : 100;
  const double began = MPI_Wtime();
  double best = 1e30;
  int i;
  for (i = 0; i < rounds && (i % ROUNDS_A_LOOK != 0 || moreTime(began, SECONDS_A_SIZE)); ++i) {
    const double begin = MPI_Wtime();
    if (rank == 0) {
      MPI_Send(buffer, count, type, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(buffer, count, type, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(buffer, count, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(buffer, count, type, 0, 1, MPI_COMM_WORLD);
    }
    best = least(best, MPI_Wtime() - begin);
  }
  return 0.5 * best;
}

/* Of doubles that lie GAP doubles apart, as a face of a block of that many. */
static double pingPongWithGaps(int bytes) {
  const int doubles = bytes / (int)sizeof(double);
  MPI_Datatype type;
  double seconds;
  MPI_Type_vector(doubles, 1, GAP, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  seconds = pingPong(1, type, bytes);
  MPI_Type_free(&type);
  return seconds;
}

/* Sends a burst that arrives before it is received: the calls alone. */
static void overheads(double *send, double *receive) {
  const double began = MPI_Wtime();
  int round, i;
  *send = *receive = 1e30;
  for (round = 0; round < 100 && moreTime(began, 5 * SECONDS_A_SIZE); ++round) {
    double begin;
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    if (rank == 0)
      for (i = 0; i < BURST; ++i)
        MPI_Send(buffer, 8, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
    if (rank == 0)
      *send = least(*send, (MPI_Wtime() - begin) / BURST);
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    if (rank == 1) {
      for (i = 0; i < BURST; ++i)
        MPI_Recv(buffer, 8, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      *receive = least(*receive, (MPI_Wtime() - begin) / BURST);
    }
  }
  MPI_Bcast(receive, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
}

/* The receive is posted half a millisecond late: a send that returns before that asked nobody. */
static int blocks(int bytes) {
  const double late = 500e-6;
  const double started = MPI_Wtime();
  double shortest = 1e30;
  int round, result;
  for (round = 0; round < 20 && moreTime(started, SECONDS_A_SIZE); ++round) {
    double begin;
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    if (rank == 0) {
      MPI_Send(buffer, bytes, MPI_CHAR, 1, 3, MPI_COMM_WORLD);
      shortest = least(shortest, MPI_Wtime() - begin);
    } else {
      while (MPI_Wtime() - begin < late) {
      }
      MPI_Recv(buffer, bytes, MPI_CHAR, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  result = shortest > 0.5 * late;
  MPI_Bcast(&result, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return result;
}

static double copyBandwidth(void) {
  char *from = malloc(COPY_BYTES);
  char *to = malloc(COPY_BYTES);
  void *(*volatile copy)(void *, const void *, size_t) =
      memcpy; /* A compiler that sees nobody read the copy leaves it out. */
  double best = 1e30;
  int i;
  if (from == NULL || to == NULL)
    return 0;
  memset(from, 1, COPY_BYTES);
  for (i = 0; i < 5; ++i) {
    const double begin = MPI_Wtime();
    copy(to, from, COPY_BYTES);
    best = least(best, MPI_Wtime() - begin);
  }
  free(from);
  free(to);
  return COPY_BYTES / best;
}

/* The second one's comes by a message. */
static void writeNodes(FILE *file) {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length;
  MPI_Get_processor_name(name, &length);
  if (rank == 1)
    MPI_Send(name, sizeof name, MPI_CHAR, 0, 4, MPI_COMM_WORLD);
  if (file != NULL) {
    fprintf(file, "node %s\n", name);
    MPI_Recv(name, sizeof name, MPI_CHAR, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fprintf(file, "node %s\n", name);
  }
}

int main(int argc, char **argv) {
  FILE *file = NULL;
  double send, receive;
  int size, bytes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  buffer = malloc(ROOM);
  if (rank == 0 && argc == 2)
    file = fopen(argv[1], "w");
  if (size != 2 || argc != 2 || buffer == NULL || (rank == 0 && file == NULL)) {
    fprintf(stderr, "usage: mpiexec -n 2 calibrate OUTPUT_FILE\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
  memset(buffer, 0, ROOM);
  writeNodes(file);
  pingPong(8, MPI_CHAR, 8); /* Connections are made at the first message. */
  for (bytes = 8; bytes <= LARGEST; bytes *= 2) {
    const double seconds = pingPong(bytes, MPI_CHAR, bytes);
    if (file != NULL)
      fprintf(file, "pingpong %d %.12g\n", bytes, seconds);
  }
  for (bytes = 1024; bytes <= MOST_GAPS; bytes *= 4) {
    const double seconds = pingPongWithGaps(bytes);
    if (file != NULL)
      fprintf(file, "gaps %d %.12g\n", bytes, seconds);
  }
  overheads(&send, &receive);
  if (file != NULL)
    fprintf(file, "send %.12g\nreceive %.12g\n", send, receive);
  for (bytes = 1024; bytes <= LARGEST; bytes *= 2) {
    const int waits = blocks(bytes);
    if (file != NULL)
      fprintf(file, "blocks %d %d\n", bytes, waits);
  }
  if (file != NULL) {
    fprintf(file, "copy %.12g\n", copyBandwidth());
    fclose(file);
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}
