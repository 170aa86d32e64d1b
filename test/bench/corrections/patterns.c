/* test/bench/corrections/patterns.c - computing that a simulator in one process can mismeasure, case by case
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: patterns CASE STEPS [SIZE]
 *
 * Each rank does the same work, whatever the number of ranks (weak scaling), and messages carry eight bytes. So on a
 * machine whose network costs nothing, any number of ranks takes as long as one rank natively. In `pipeline` n ranks
 * take n - 1 steps more, in `halo` they exchange SIZE doubles with their neighbours.
 *
 * sweep      updates an array of SIZE doubles in place, between reductions: what do other ranks leave in the caches?
 * small      the same with SIZE blocks of 48 bytes in a list: their data lie on the heap's pages
 * phases     spans of 2 and of 200 us in turn between the same two calls, on an array of SIZE doubles
 * short      spans of less than a microsecond
 * pipeline   each step waits for the rank below, works for a microsecond, sends to the rank above
 * buffers    gets a buffer of SIZE doubles, fills an eighth of it from the front, and gives it back
 * arrays     gets 40 blocks of SIZE doubles, fills them and gives them back: the heap grows and shrinks
 * fresh      fills SIZE doubles of new memory in each step, which it keeps
 * imbalance  every fourth rank has half as much again to do; one rank natively is one of those
 * bursts     goes SIZE times over 8,000 doubles, in every tenth step eight times as often, each rank at another time
 * once       one span of so many times 8,000 doubles as SIZE says, STEPS times
 * halo       sends SIZE doubles to both neighbours, then works on what came
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, steps;
static long n;
static double *array;
static volatile double sink;

static double work(double *a, long count, int times) {
  for (int t = 0; t < times; ++t)
    for (long i = 0; i < count; ++i)
      a[i] = 0.5 * a[i] + 1e-3;
  return a[count / 2];
}

static double reduce(double value) {
  double sum;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static double *filled(long count) {
  double *a = malloc((size_t)count * sizeof *a);
  for (long i = 0; i < count; ++i)
    a[i] = 1.0;
  return a;
}

static void sweep(void) {
  array = filled(n);
  for (int s = 0; s < steps; ++s)
    sink = reduce(work(array, n, 1));
}

struct node {
  struct node *next;
  double values[5];
};

static void small(void) {
  struct node *first = NULL;
  for (long i = 0; i < n; ++i) {
    struct node *one = malloc(sizeof *one);
    memset(one, 0, sizeof *one);
    one->next = first;
    first = one;
  }
  for (int s = 0; s < steps; ++s) {
    double sum = 0;
    for (struct node *one = first; one != NULL; one = one->next)
      sum += one->values[s % 5] += 1.0;
    sink = reduce(sum);
  }
}

static void phases(void) {
  array = filled(n);
  for (int s = 0; s < steps; ++s)
    sink = reduce(work(array, s % 2 ? n : n / 100, 1));
}

static void brief(void) {
  array = filled(n);
  for (int s = 0; s < steps; ++s) {
    sink = work(array, n, 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

static void pipeline(void) {
  double token = 1;
  array = filled(n);
  for (int s = 0; s < steps; ++s) {
    if (rank > 0)
      MPI_Recv(&token, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    array[0] = token;
    sink = work(array + s % 16 * (n / 16), n / 16, 1);
    if (rank < size - 1)
      MPI_Send(&token, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
  }
}

static void buffers(void) {
  array = filled(20000);
  for (int s = 0; s < steps; ++s) {
    double *buffer = malloc((size_t)n * sizeof *buffer);
    for (long i = 0; i < n / 8; ++i)
      buffer[i] = array[i % 20000] + s;
    sink = reduce(buffer[n / 8 - 1] + work(array, 20000, 2));
    free(buffer);
  }
}

static void arrays(void) {
  enum { kBlocks = 40 };
  double *blocks[kBlocks];
  for (int s = 0; s < steps; ++s) {
    for (int b = 0; b < kBlocks; ++b)
      blocks[b] = filled(n);
    double sum = 0;
    for (int b = 0; b < kBlocks; ++b)
      sum += work(blocks[b], n, 1);
    for (int b = kBlocks; b-- > 0;)
      free(blocks[b]);
    sink = reduce(sum);
  }
}

static void fresh(void) {
  for (int s = 0; s < steps; ++s) {
    double *block = filled(n);
    sink = reduce(work(block, n, 1));
  }
}

static void imbalance(void) {
  const int busy = rank % 4 == 3 || size == 1;
  array = filled(n);
  for (int s = 0; s < steps; ++s)
    sink = reduce(work(array, n, busy ? 30 : 20));
}

static void bursts(void) {
  const long count = 8000;
  array = filled(count);
  for (int s = 0; s < steps; ++s) {
    sink = work(array, count, (int)((s + rank) % 10 == 0 ? 8 * n : n));
    MPI_Sendrecv_replace(array, 1, MPI_DOUBLE, rank, 0, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void once(void) {
  array = filled(8000);
  for (int s = 0; s < steps; ++s)
    sink = reduce(work(array, 8000, (int)n));
}

static void halo(void) {
  double *border = filled(4 * n);
  array = filled(8 * n);
  const int up = (rank + 1) % size, down = (rank + size - 1) % size;
  for (int s = 0; s < steps; ++s) {
    MPI_Sendrecv(border, (int)n, MPI_DOUBLE, up, 0, border + 2 * n, (int)n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(border + n, (int)n, MPI_DOUBLE, down, 1, border + 3 * n, (int)n, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (long i = 0; i < 2 * n; ++i)
      border[i] = 0.5 * (border[i] + border[2 * n + i]);
    sink = work(array, 8 * n, 1);
  }
}

static const struct {
  const char *name;
  void (*run)(void);
  long size;
} kCases[] = {{"sweep", sweep, 98304},  {"small", small, 8192},       {"phases", phases, 98304},
              {"short", brief, 1000},   {"pipeline", pipeline, 8000}, {"buffers", buffers, 700000},
              {"arrays", arrays, 4000}, {"fresh", fresh, 100000},     {"imbalance", imbalance, 8000},
              {"bursts", bursts, 10},   {"once", once, 1000},         {"halo", halo, 4096}};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  steps = argc > 2 ? atoi(argv[2]) : 10;
  for (size_t i = 0; i < sizeof kCases / sizeof *kCases; ++i)
    if (argc > 1 && strcmp(argv[1], kCases[i].name) == 0) {
      n = argc > 3 ? atol(argv[3]) : kCases[i].size;
      kCases[i].run();
      MPI_Finalize();
      return 0;
    }
  if (rank == 0)
    fprintf(stderr, "usage: patterns CASE STEPS [SIZE]\n");
  MPI_Finalize();
  return 2;
}
