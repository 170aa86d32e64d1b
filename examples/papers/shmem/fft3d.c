/* examples/papers/shmem/fft3d.c - a three-dimensional Fourier transform over OpenSHMEM
 * SPDX-License-Identifier: Apache-2.0
 */
/* usage: fft3d N STEPS
 * Transforms a grid of N x N x N complex numbers forward and back, STEPS times. The PEs stand in a grid of rows and
 * columns; each holds a pencil, N points long in one direction and a share of the others in the other two. Between
 * the transforms along two directions the PEs of a row, or of a column, exchange blocks by puts.
 *
 * N and the number of PEs are powers of two, and N is at least the number of rows and of columns. */
#include <complex.h>
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double complex Number;

/* PEs that exchange blocks: so many, each so far from the next. */
typedef struct Set {
  int start, log_stride, size, place; /* place: of this PE in the set */
  Number *received[2];                /* Used in turn: a fast PE may be one exchange ahead. */
  int turn;
} Set;

static long sync_row[SHMEM_BARRIER_SYNC_SIZE], sync_column[SHMEM_BARRIER_SYNC_SIZE];
static double error, largest_error, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync_reduce[SHMEM_REDUCE_SYNC_SIZE];

static int log2_of(int number) {
  int power = 0;
  while (number >> (power + 1) > 0)
    ++power;
  return power;
}

/* Of one line, in place: radix 2. roots: n / 2 roots of unity, their conjugates for the way back. */
static void transform_line(Number *line, int n, const Number *roots) {
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      const Number other = line[i];
      line[i] = line[j];
      line[j] = other;
    }
  }
  for (int length = 2; length <= n; length *= 2) {
    const int step = n / length, half = length / 2;
    for (int begin = 0; begin < n; begin += length)
      for (int k = 0; k < half; ++k) {
        const Number odd = line[begin + k + half] * roots[k * step];
        line[begin + k + half] = line[begin + k] - odd;
        line[begin + k] += odd;
      }
  }
}

static void transform_lines(Number *pencil, int lines, int n, const Number *roots) {
  for (int line = 0; line < lines; ++line)
    transform_line(pencil + (size_t)line * n, n, roots);
}

/* The pencil [a][b][n] is cut along n into a block for each PE of the set, in which the last two directions change
 * places. */
static void pack(Number *blocks, const Number *pencil, int a, int b, int n, int members) {
  const int share = n / members;
  for (int member = 0; member < members; ++member)
    for (int i = 0; i < a; ++i)
      for (int k = 0; k < share; ++k)
        for (int j = 0; j < b; ++j)
          blocks[(((size_t)member * a + i) * share + k) * b + j] =
              pencil[((size_t)i * b + j) * n + (size_t)member * share + k];
}

/* From the blocks of all members, each [a][share][b], the pencil [a][share][members * b]. */
static void unpack(Number *pencil, const Number *blocks, int a, int b, int share, int members) {
  for (int member = 0; member < members; ++member)
    for (int i = 0; i < a; ++i)
      for (int k = 0; k < share; ++k)
        memcpy(pencil + (((size_t)i * share + k) * members + member) * b,
               blocks + (((size_t)member * a + i) * share + k) * b, (size_t)b * sizeof *pencil);
}

static void exchange(Set *set, const Number *blocks, size_t block, long *sync) {
  for (int i = 0; i < set->size; ++i) {
    const int member = (set->place + i) % set->size;
    shmem_putmem(set->received[set->turn] + (size_t)set->place * block, blocks + (size_t)member * block,
                 block * sizeof *blocks, set->start + (member << set->log_stride));
  }
  shmem_barrier(set->start, set->log_stride, set->size, sync);
}

/* [a][b][n], b = n / members, becomes [a][n / members][n], the last two directions changed. */
static void transpose(Set *set, Number *pencil, Number *blocks, int a, int n, long *sync) {
  const int share = n / set->size;
  pack(blocks, pencil, a, share, n, set->size);
  exchange(set, blocks, (size_t)a * share * share, sync);
  unpack(pencil, set->received[set->turn], a, share, share, set->size);
  set->turn = 1 - set->turn;
}

/* [a][b][n] becomes [b][a][n]: the column's direction lies in the middle then. */
static void turn_pencil(Number *pencil, Number *other, int a, int b, int n) {
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      memcpy(other + ((size_t)j * a + i) * n, pencil + ((size_t)i * b + j) * n, (size_t)n * sizeof *pencil);
  memcpy(pencil, other, (size_t)a * b * n * sizeof *pencil);
}

static Number value_at(size_t number) { return cos(0.37 * (double)number) + I * sin(0.11 * (double)number); }

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 2;
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes(), rows = 1 << (log2_of(pes) / 2), columns = pes / rows;
  if (n < columns || (n & (n - 1)) != 0 || (pes & (pes - 1)) != 0) {
    if (me == 0)
      printf("fft3d: N and the PEs must be powers of two, and N at least %d\n", columns);
    shmem_global_exit(2);
  }
  const int a = n / rows, b = n / columns;
  const size_t points = (size_t)a * b * n;
  Set row = {me / columns * columns, 0, columns, me % columns, {NULL, NULL}, 0};
  Set column = {me % columns, log2_of(columns), rows, me / columns, {NULL, NULL}, 0};
  for (int turn = 0; turn < 2; ++turn) {
    row.received[turn] = shmem_malloc(points * sizeof(Number));
    column.received[turn] = shmem_malloc(points * sizeof(Number));
  }
  Number *const pencil = malloc(points * sizeof *pencil), *const blocks = malloc(points * sizeof *blocks);
  Number *const forward = malloc((size_t)n * sizeof *forward), *const backward = forward + n / 2;
  for (int i = 0; i < n / 2; ++i) {
    forward[i] = cexp(-2 * M_PI * I * i / n);
    backward[i] = conj(forward[i]);
  }
  for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; ++i)
    sync_row[i] = sync_column[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i)
    sync_reduce[i] = SHMEM_SYNC_VALUE;
  for (size_t i = 0; i < points; ++i)
    pencil[i] = value_at(i + (size_t)me);
  shmem_barrier_all();
  for (int step = 0; step < steps; ++step) {
    transform_lines(pencil, a * b, n, forward); /* [x][y][z] */
    transpose(&row, pencil, blocks, a, n, sync_row);
    transform_lines(pencil, a * b, n, forward); /* [x][z][y] */
    turn_pencil(pencil, blocks, a, b, n);
    transpose(&column, pencil, blocks, b, n, sync_column);
    transform_lines(pencil, a * b, n, forward); /* [z][y][x] */

    transform_lines(pencil, a * b, n, backward);
    transpose(&column, pencil, blocks, b, n, sync_column);
    turn_pencil(pencil, blocks, b, a, n);
    transform_lines(pencil, a * b, n, backward);
    transpose(&row, pencil, blocks, a, n, sync_row);
    transform_lines(pencil, a * b, n, backward);
    for (size_t i = 0; i < points; ++i)
      pencil[i] /= (double)n * n * n;
  }
  for (size_t i = 0; i < points; ++i)
    error = fmax(error, cabs(pencil[i] - value_at(i + (size_t)me)));
  shmem_double_max_to_all(&largest_error, &error, 1, 0, 0, pes, work, sync_reduce);
  if (me == 0)
    printf("%d PEs in %d rows and %d columns, %d^3 points: error %.1e\n", pes, rows, columns, n, largest_error);
  free(pencil);
  free(blocks);
  free(forward);
  for (int turn = 0; turn < 2; ++turn) {
    shmem_free(row.received[turn]);
    shmem_free(column.received[turn]);
  }
  shmem_finalize();
  return 0;
}
