/* test/integration/mpi/algorithm_times.c - each algorithm takes as long on an idle network as its cost formula says
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* As in loggp.toml, in ns: overhead o, latency L, gap g, time per byte G. A message of n bytes that nobody else
 * disturbs takes o + L + (n - 1) G + o; an interface takes the next one g + (n - 1) G after the one before. p is a
 * power of two. */
static const double kOverhead = 1500, kLatency = 2500, kGap = 1000, kPerByte = 8;
enum { kMost = 1 << 16 };
static char data[kMost], result[kMost];
static int rank, p, rounds;

static double wire(double bytes) { return bytes > 1 ? (bytes - 1) * kPerByte : 0; }
static double message(double bytes) { return 2 * kOverhead + kLatency + wire(bytes); }

/* Messages of n/2, n/4, ... n/p. */
static double halves(double bytes) {
  double sum = 0;
  for (int part = 2; part <= p; part *= 2)
    sum += message(bytes / part);
  return sum;
}

static void barrier(int bytes) {
  (void)bytes;
  MPI_Barrier(MPI_COMM_WORLD);
}
static void bcast(int bytes) { MPI_Bcast(data, bytes, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void reduce(int bytes) { MPI_Reduce(data, result, bytes / 8, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(int bytes) { MPI_Allreduce(data, result, bytes / 8, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD); }
static void allgather(int bytes) {
  MPI_Allgather(data, bytes / p, MPI_CHAR, result, bytes / p, MPI_CHAR, MPI_COMM_WORLD);
}
static void alltoall(int bytes) {
  MPI_Alltoall(data, bytes / p, MPI_CHAR, result, bytes / p, MPI_CHAR, MPI_COMM_WORLD);
}
static void reduceScatter(int bytes) {
  MPI_Reduce_scatter_block(data, result, bytes / p / 8, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}
static void gather(int bytes) { MPI_Gather(data, bytes / p, MPI_CHAR, result, bytes / p, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void scatter(int bytes) {
  MPI_Scatter(data, bytes / p, MPI_CHAR, result, bytes / p, MPI_CHAR, 0, MPI_COMM_WORLD);
}
static void scan(int bytes) { MPI_Scan(data, result, bytes / 8, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD); }

/* log2(p) messages of n bytes, one after the other. */
static double logTimes(double bytes) { return rounds * message(bytes); }
static double dissemination(double bytes) {
  (void)bytes;
  return rounds * message(0);
}
/* The root sends p - 1 messages, as fast as its interface takes them. */
static double fromOne(double bytes) { return message(bytes) + (p - 2) * fmax(kOverhead, kGap + wire(bytes)); }
static double chain(double bytes) { return (p - 1) * message(bytes); }
/* Segments of 1000 bytes follow each other through the interfaces. */
static double pipeline(double bytes) { return (p - 1) * message(1000) + (bytes / 1000 - 1) * (kGap + wire(1000)); }
static double scatterRing(double bytes) { return halves(bytes) + (p - 1) * message(bytes / p); }
static double scatterDoubling(double bytes) { return 2 * halves(bytes); }
static double rings(double bytes) { return 2 * (p - 1) * message(bytes / p); }
static double ring(double bytes) { return (p - 1) * message(bytes / p); }
/* The first round in pieces of 256 bytes. */
static double segmentedRing(double bytes) {
  return bytes / p / 256 * (p - 1) * message(256) + (p - 1) * message(bytes / p);
}
static double reduceBroadcast(double bytes) { return 2 * logTimes(bytes); }
static double neighbourExchange(double bytes) { return message(bytes / p) + (p / 2 - 1) * message(2 * bytes / p); }
static double bruck(double bytes) { return rounds * message(bytes / 2); }

static const struct Case {
  const char *name;
  void (*run)(int);
  double (*expected)(double);
  int bytes;
  double tolerance; /* A share; 0: to the picosecond. */
} kCases[] = {
    {"barrier=dissemination", barrier, dissemination, 0, 0},
    {"barrier=recursive-doubling", barrier, dissemination, 0, 0},
    {"bcast=binomial", bcast, logTimes, 1000, 0},
    {"bcast=linear", bcast, fromOne, 1000, 0},
    {"bcast=chain", bcast, chain, 1000, 0},
    {"bcast=pipeline", bcast, pipeline, 20000, 0},
    /* A rank sends its second message only when the interface has sent the first: g each time, beside 64 KiB * G. */
    {"bcast=scatter-ring", bcast, scatterRing, 65536, 0.01},
    {"bcast=scatter-doubling", bcast, scatterDoubling, 65536, 0.01},
    {"bcast=two-level", bcast, logTimes, 1000, 0},
    {"reduce=binomial", reduce, logTimes, 1000, 0},
    {"reduce=chain", reduce, chain, 1000, 0},
    {"reduce=rabenseifner", reduce, scatterDoubling, 8192, 0},
    {"allreduce=recursive-doubling", allreduce, logTimes, 1000, 0},
    {"allreduce=rabenseifner", allreduce, scatterDoubling, 8192, 0},
    {"allreduce=ring", allreduce, rings, 32768, 0},
    {"allreduce=segmented-ring", allreduce, segmentedRing, 32768, 0},
    {"allreduce=reduce-broadcast", allreduce, reduceBroadcast, 1000, 0},
    {"allreduce=two-level", allreduce, logTimes, 1000, 0},
    {"allgather=recursive-doubling", allgather, halves, 8192, 0},
    {"allgather=bruck", allgather, halves, 8192, 0},
    {"allgather=ring", allgather, ring, 8192, 0},
    {"allgather=neighbour-exchange", allgather, neighbourExchange, 8192, 0},
    {"alltoall=bruck", alltoall, bruck, 8192, 0},
    {"alltoall=pairwise", alltoall, ring, 8192, 0},
    {"reduce_scatter=recursive-halving", reduceScatter, halves, 8192, 0},
    {"reduce_scatter=pairwise", reduceScatter, ring, 8192, 0},
    {"reduce_scatter=ring", reduceScatter, ring, 8192, 0},
    {"gather=binomial", gather, halves, 8192, 0},
    {"scatter=binomial", scatter, halves, 8192, 0},
    {"scan=recursive-doubling", scan, logTimes, 1000, 0},
    {"scan=linear", scan, chain, 1000, 0},
};

/* Brings the clocks of all ranks together: each waits until a time that none has reached, and no message is under
 * way. */
static double together(void) {
  static double next = 0;
  next += 0.01;
  double now = MPI_Wtime();
  CHECK(now < next);
  struct timespec rest = {0, (long)((next - now) * 1e9 + 0.5)};
  nanosleep(&rest, NULL);
  return MPI_Wtime();
}

static void check(const struct Case *one) {
  const double begin = together();
  one->run(one->bytes);
  double took = (MPI_Wtime() - begin) * 1e9, longest;
  together();
  const double expected = one->expected(one->bytes), most = one->tolerance > 0 ? one->tolerance * expected : 0.0005;
  /* The last rank to end tells; a reduction would run the algorithm under test. */
  if (rank != 0)
    MPI_Send(&took, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  longest = took;
  for (int from = 1; rank == 0 && from < p; ++from) {
    MPI_Recv(&took, 1, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    longest = fmax(longest, took);
  }
  if (rank == 0 && fabs(longest - expected) > most) {
    fprintf(stderr, "%s takes %.3f ns, not %.3f\n", one->name, longest, expected);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  while (1 << rounds < p)
    ++rounds;
  for (int i = 1; i < argc; ++i) {
    int found = 0;
    for (size_t j = 0; j < sizeof kCases / sizeof kCases[0]; ++j)
      if (strcmp(kCases[j].name, argv[i]) == 0) {
        check(&kCases[j]);
        found = 1;
      }
    CHECK(found);
  }
  MPI_Finalize();
  return 0;
}
