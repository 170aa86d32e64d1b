/* test/integration/mpi/smp_sim.c - calls take as long as the equations of SMP-SIM say, to the picosecond
 * SPDX-License-Identifier: Apache-2.0
 */
#include "moments.h"

/* As in smp_sim.toml, in ns and ns per byte. Ranks 0 and 1 share a node, ranks 2 and 3 the other one. */
static const double kCall = 500, kReserve = 300, kNetLatency = 1000, kNet = 1, kMemoryLatency = 200, kMemory = 0.25;
enum { kShort = 8000, kLong = 200000 };
static char data[kLong];

/* MPI_Ibsend from rank 0 to \p to, which posts its receive at \p posted and waits from \p waits on. */
static void buffered(int to, double posted, double waits) {
  MPI_Request request;
  const int inside = to == 1;
  const double returned = kCall + (inside ? 0 : kReserve);
  const double arrives =
      inside ? kCall + kMemoryLatency + kShort * kMemory : kCall + kReserve + kNetLatency + kShort * kNet;
  together();
  if (rank == 0) {
    MPI_Ibsend(data, kShort, MPI_CHAR, to, 1, MPI_COMM_WORLD, &request);
    expect(inside ? "equation 4: the send returns" : "equation 1: the send returns", returned);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(inside ? "equations 5 and 12: the data are safe" : "equations 2 and 12: the data are safe",
           returned + kShort * kMemory);
  }
  if (rank != to)
    return;
  restUntil(posted);
  MPI_Irecv(data, kShort, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
  expect("equation 11: the receive returns", posted + kCall);
  restUntil(waits);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const double safe = posted < arrives ? arrives : posted + kShort * kMemory;
  expect("equations 3, 6, 12 and 13: the wait returns", fmax(safe, waits));
}

/* MPI_Issend of \p bytes from rank 0 to \p to. By equation 8 it returns with the answer. MPI lets it return at once, so
 * the answer's time shows where no data follow: then the wait returns with it. */
static void synchronous(int to, double posted, int bytes) {
  MPI_Request request;
  together();
  const double latency = to == 1 ? kMemoryLatency : kNetLatency;
  const double asked = kCall + latency; /* Equation 7. */
  const double answered = fmax(asked, posted) + latency;
  if (rank == 0) {
    MPI_Issend(data, bytes, MPI_CHAR, to, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(bytes == 0 ? "equation 8: the answer is there" : "equations 9 and 12: the data are safe",
           answered + bytes * kMemory);
  }
  if (rank != to)
    return;
  restUntil(posted);
  MPI_Irecv(data, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (bytes > 0)
    expect("equations 10, 12 and 13: the wait returns", answered + latency + bytes * (to == 1 ? kMemory : kNet));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static char buffer[2 * kLong];
  MPI_Buffer_attach(buffer, sizeof buffer);
  for (int to = 1; to <= 2; ++to) {
    buffered(to, 0, 500);          /* Waits before it arrives. */
    buffered(to, 0, 100000);       /* Waits after it has arrived. */
    buffered(to, 100000, 100500);  /* Posts after it has arrived. */
  }
  for (int to = 1; to <= 2; ++to)
    for (int bytes = 0; bytes <= kLong; bytes += kLong) {
      synchronous(to, 0, bytes);     /* The receive waits for the request. */
      synchronous(to, 50000, bytes); /* The request waits for the receive. */
    }
  int size;
  char *start;
  MPI_Buffer_detach(&start, &size);
  MPI_Finalize();
  return 0;
}
