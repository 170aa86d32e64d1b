/* test/integration/mpi/faults.c - programs that go wrong, one way for each word
 * SPDX-License-Identifier: Apache-2.0
 */
#include <maquette/abi/skeleton.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void deadlock(void) {
  int data = 0;
  MPI_Recv(&data, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The ranks of each half in reverse: rank 0 is the last of its communicator. */
static void deadlock_of_halves(void) {
  MPI_Comm half;
  int data = 0, members, me;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_size(half, &members);
  MPI_Comm_rank(half, &me);
  MPI_Recv(&data, 1, MPI_INT, (me + 1) % members, 5, half, MPI_STATUS_IGNORE);
}

/* The grid has a place for rank 0 alone. */
static void outside(void) {
  MPI_Comm grid;
  int one = 1, periodic = 0, from, to;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &one, &periodic, 0, &grid);
  MPI_Cart_shift(grid, 0, 1, &from, &to);
}

/* What is sent is not what is asked for. */
static void other_tag(void) {
  int data = 0;
  if (rank == 0)
    MPI_Send(&data, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&data, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void probes(void) { MPI_Probe((rank + 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

static void partitions(void) {
  MPI_Request request;
  char data[2] = {0, 0};
  if (rank == 0)
    MPI_Psend_init(data, 2, 1, MPI_CHAR, 1, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(data, 2, 1, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready(1, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void rendezvous(void) {
  char *data = calloc(1, 1 << 20);
  MPI_Send(data, 1 << 20, MPI_CHAR, (rank + 1) % size, 5, MPI_COMM_WORLD);
  free(data);
}

static void missing(void) {
  if (rank != 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else
    exit(0);
}

static void poll(void) {
  int flag = 0;
  while (!flag)
    MPI_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void mismatch(void) {
  int data = 0, sum;
  if (rank == 1)
    MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  else
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void different_amounts(void) {
  int data[2] = {0, 0};
  MPI_Bcast(data, rank == 1 ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void roots(void) {
  int data = 0;
  MPI_Bcast(&data, 1, MPI_INT, rank == 1 ? 1 : 0, MPI_COMM_WORLD);
}

/* The root that some have in mind waits for them in vain. */
static void reduction_roots(void) {
  int data = 0, sum;
  MPI_Reduce(&data, &sum, 1, MPI_INT, MPI_SUM, rank == 2 ? 1 : 0, MPI_COMM_WORLD);
}

/* No room for what a rank sends to itself. */
static void own_part(void) {
  double given[4] = {0};
  int taken[16];
  MPI_Allgather(given, 4, MPI_DOUBLE, taken, 1, MPI_INT, MPI_COMM_WORLD);
}

/* Each rank's part is as long as it says, but not as the other one believes. */
static void different_totals(void) {
  int given[512] = {0}, taken[1024], counts[2] = {512, 512}, places[2] = {0, 512};
  counts[rank] = 256;
  if (rank == 1)
    counts[0] = 300;
  MPI_Allgatherv(given, 256, MPI_INT, taken, counts, places, MPI_INT, MPI_COMM_WORLD);
}

static void truncate_message(void) {
  int data[4] = {0};
  if (rank == 0)
    MPI_Send(data, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(data, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Longer than the eager threshold: the data have left when the receive is through. */
static void truncate_long(void) {
  char *const data = calloc(1, 1 << 20);
  if (rank == 0)
    MPI_Send(data, 1 << 20, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(data, 8, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  free(data);
}

static void uncommitted(void) {
  MPI_Datatype pair;
  int data[2] = {0, 0};
  MPI_Type_contiguous(2, MPI_INT, &pair);
  if (rank == 1)
    MPI_Send(data, 1, pair, 0, 5, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(data, 2, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&pair);
}

static void crash(void) {
  if (rank == 1)
    *(volatile int *)8 = 1;
}

static void phantom(void) {
  double *data = maquette_phantom_allocate(800);
  MPI_Bcast(data, 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (rank == 1)
    ((volatile double *)data)[3] = 1;
}

/* Larger than the whole stack, and written at its low end first, where the stacks of other ranks are. */
static int wide(void) {
  volatile char frame[6 << 20];
  frame[0] = 1;
  return frame[0];
}

static int overflow(volatile char *above) {
  volatile char frame[4096];
  memset((char *)frame, above[0], sizeof frame);
  return frame[9] == 0 ? overflow(frame) + frame[7] : 0;
}

/* A receive that nothing completes, a message that nobody receives, and a communicator that nothing frees. */
static void leaks(void) {
  static int data;
  MPI_Request request;
  MPI_Comm copy;
  if (rank == 1)
    MPI_Irecv(&data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
  if (rank == 0) {
    MPI_Isend(&data, 1, MPI_INT, 1, 6, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
}

/* Ranks disagree on the type, but not on the bytes; raw bytes go with any. */
static void collective_types(void) {
  int data[2] = {1, 2}, sum[2];
  MPI_Bcast(data, rank == 0 ? 2 : 8, rank == 0 ? MPI_INT : MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, 2, rank == 0 ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Allreduce(data, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void types(int count) {
  float *const numbers = calloc(count, sizeof *numbers);
  int *const data = calloc(count, sizeof *data);
  if (rank == 0)
    MPI_Send(numbers, count, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(data, count, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Send(numbers, count, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(data, count * 4, MPI_BYTE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  free(numbers);
  free(data);
}

static void freed_communicator(void) {
  MPI_Comm copy, kept;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  kept = copy;
  MPI_Comm_free(&copy);
  MPI_Barrier(kept);
}

static void freed_type(void) {
  MPI_Datatype pair, kept;
  int data[2] = {0, 0};
  MPI_Type_contiguous(2, MPI_INT, &pair);
  kept = pair;
  MPI_Type_free(&pair);
  MPI_Bcast(data, 1, kept, 0, MPI_COMM_WORLD);
}

static void freed_request(void) {
  int data = 0;
  MPI_Request request, kept;
  MPI_Irecv(&data, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
  kept = request;
  MPI_Send(&data, 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&kept, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char *fault = argc > 1 ? argv[1] : "";
  char zero = 0;
  if (strcmp(fault, "deadlock") == 0)
    deadlock();
  else if (strcmp(fault, "deadlock_of_halves") == 0)
    deadlock_of_halves();
  else if (strcmp(fault, "other_tag") == 0)
    other_tag();
  else if (strcmp(fault, "probes") == 0)
    probes();
  else if (strcmp(fault, "partitions") == 0)
    partitions();
  else if (strcmp(fault, "rendezvous") == 0)
    rendezvous();
  else if (strcmp(fault, "missing") == 0)
    missing();
  else if (strcmp(fault, "poll") == 0)
    poll();
  else if (strcmp(fault, "mismatch") == 0)
    mismatch();
  else if (strcmp(fault, "different_amounts") == 0)
    different_amounts();
  else if (strcmp(fault, "roots") == 0)
    roots();
  else if (strcmp(fault, "reduction_roots") == 0)
    reduction_roots();
  else if (strcmp(fault, "own_part") == 0)
    own_part();
  else if (strcmp(fault, "different_totals") == 0)
    different_totals();
  else if (strcmp(fault, "unfinalized") == 0)
    return 0;
  else if (strcmp(fault, "truncate") == 0)
    truncate_message();
  else if (strcmp(fault, "truncate_long") == 0)
    truncate_long();
  else if (strcmp(fault, "uncommitted") == 0)
    uncommitted();
  else if (strcmp(fault, "leaks") == 0)
    leaks();
  else if (strcmp(fault, "collective_types") == 0)
    collective_types();
  else if (strcmp(fault, "types") == 0)
    types(argc > 2 ? 1 << 18 : 2);
  else if (strcmp(fault, "freed_communicator") == 0)
    freed_communicator();
  else if (strcmp(fault, "freed_type") == 0)
    freed_type();
  else if (strcmp(fault, "freed_request") == 0)
    freed_request();
  else if (strcmp(fault, "crash") == 0)
    crash();
  else if (strcmp(fault, "phantom") == 0)
    phantom();
  else if (strcmp(fault, "overflow") == 0)
    return overflow(&zero);
  else if (strcmp(fault, "wide") == 0 && rank == size - 1)
    return wide();
  else if (strcmp(fault, "abort") == 0 && rank == 1)
    MPI_Abort(MPI_COMM_WORLD, 17);
  else if (strcmp(fault, "outside") == 0)
    outside();
  else if (strcmp(fault, "exit") == 0 && rank == 1)
    exit(4);
  MPI_Finalize();
  return strcmp(fault, "status") == 0 ? 6 : 0;
}
