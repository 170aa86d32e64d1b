/* test/integration/mpi/progress.c - the protocol advances at once, or only in calls that wait: to the picosecond
 * SPDX-License-Identifier: Apache-2.0
 */
#include "moments.h"

#include <string.h>

/* As in progress.toml, in ns and ns per byte. */
static const double kLatency = 10000, kNet = 1, kMemory = 0.25;
enum { kShort = 8000, kLong = 200000 };
static char data[kLong];
static int polling;

static void look(double when) {
  MPI_Request sent;
  restUntil(when);
  MPI_Isend(NULL, 0, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &sent);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
}

/* The receiver looks at \p looks, in a wait for a send that is complete; a negative time: it does not. */
struct times {
  double posted, looks, waits, sender_waits;
};

/* A request of rank 0 is answered by rank 1, and its data follow. VACED-SIM, 3.1.1; equation 3 for each message. */
static void rendezvous(struct times t) {
  MPI_Request request;
  const double asked = kLatency;
  /* What the receiver does first after the request has come: a look finds it, and then the receive is answered when it
   * is posted. */
  const double seen = t.looks >= asked ? t.looks : fmax(asked, t.waits);
  const double answered = polling ? fmax(seen, t.posted) : fmax(asked, t.posted);
  const double back = answered + kLatency;
  const double sent = polling ? fmax(back, t.sender_waits) : back;
  const double safe = sent + kLong * kMemory;
  const double arrived = safe + kLong * kNet + kLatency;
  together();
  if (rank == 0) {
    MPI_Isend(data, kLong, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
    restUntil(t.sender_waits);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect("the data are safe", fmax(safe, t.sender_waits));
  } else if (rank == 1) {
    if (t.looks >= 0 && t.looks < t.posted) {
      look(t.looks);
    }
    restUntil(t.posted);
    MPI_Irecv(data, kLong, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
    if (t.looks >= t.posted) {
      look(t.looks);
    }
    restUntil(t.waits);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect("the data are there", polling ? fmax(arrived, t.waits) + kLong * kMemory : fmax(arrived, t.waits));
  }
}

/* An eager message: with polling it is copied when the wait begins (4.3), else when it arrives, into the buffer that
 * waits for it. */
static void eager(double waits) {
  MPI_Request request;
  const double arrived = kShort * kMemory + kShort * kNet + kLatency;
  together();
  if (rank == 0)
    MPI_Send(data, kShort, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
  if (rank != 1)
    return;
  MPI_Irecv(data, kShort, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
  restUntil(waits);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect("the message is there", fmax(arrived, waits) + (polling ? kShort * kMemory : 0));
}

/* A loop of tests answers as soon as the request comes. */
static void testing(void) {
  MPI_Request request;
  together();
  if (rank == 0)
    MPI_Send(data, kLong, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
  if (rank != 1)
    return;
  int flag = 0;
  MPI_Irecv(data, kLong, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
  while (!flag)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  const double there = 3 * kLatency + kLong * (kMemory + kNet + (polling ? kMemory : 0));
  CHECK(since() > there - 0.001 && since() < there + 200); /* A test costs 100 ns. */
}

/* Rank 2 passes on to rank 3 what rank 0 broadcasts: at once, or when it waits. */
static void broadcast(void) {
  const double rest = 1e6;
  MPI_Request request;
  int value = rank == 0 ? 7 : 0;
  together();
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  if (rank == 2)
    restUntil(rest);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(value == 7);
  if (rank == 3) /* Copies of 4 bytes, and the rounding of clocks. */
    CHECK(fabs(since() - (polling ? rest + kLatency : 2 * kLatency)) < 50);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  polling = argc > 1 && strcmp(argv[1], "polling") == 0;
  rendezvous((struct times){0, -1, 0, 0});
  rendezvous((struct times){0, -1, 500000, 0});      /* The receiver computes on. */
  rendezvous((struct times){0, -1, 0, 700000});      /* The sender does. */
  rendezvous((struct times){0, -1, 300000, 900000}); /* Both. */
  rendezvous((struct times){0, 50000, 400000, 0});   /* A look between answers. */
  rendezvous((struct times){100000, -1, 400000, 0}); /* Posted after it came, seen by the wait. */
  rendezvous((struct times){100000, 50000, 400000, 0}); /* Seen before it is posted. */
  rendezvous((struct times){0, 5000, 400000, 0});    /* The look is too early. */
  eager(0);
  eager(100000);
  testing();
  broadcast();
  MPI_Finalize();
  return 0;
}
