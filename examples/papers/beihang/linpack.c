/* examples/papers/beihang/linpack.c - solves a dense system as the Linpack benchmark does
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: linpack N BLOCK [FILE]
 * LU factorization with partial pivoting of the N x (N + 1) matrix [A b], right-looking, blocks of columns dealt out in
 * turn; then back substitution, and the residual with the matrix made anew. Prints the speed, (2/3 N^3 + 3/2 N^2)
 * operations over the time. With FILE the factors are written there, each rank's columns at their places.
 */
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, n, block, columns; /* Columns that this rank holds, [A b] in all. */
static double *a;                         /* n rows, by columns. */

static double entry(uint64_t i, uint64_t j) {
  uint64_t x = (i << 32 | j) + 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (double)((x ^ x >> 31) >> 11) * 0x1p-53 - 0.5;
}

static int ownerOf(int column) { return column / block % size; }
static int globalColumn(int local) { return (local / block * size + rank) * block + local % block; }
/* The first local column at or behind a global one that begins a block. */
static int localFrom(int column) {
  const int number = column / block, turns = number / size;
  return (turns + (rank < number % size)) * block;
}
static double *columnAt(int local) { return a + (size_t)local * n; }
static int smaller(int x, int y) { return x < y ? x : y; }

/* Factors the panel of columns [k, k + width) in place; pivots[i] is the row that row k + i was exchanged with. */
static void factorPanel(int k, int width, int *pivots) {
  double *const panel = columnAt(localFrom(k));
  for (int c = 0; c < width; ++c) {
    double *const column = panel + (size_t)c * n;
    int pivot = k + c;
    for (int i = pivot + 1; i < n; ++i)
      if (fabs(column[i]) > fabs(column[pivot]))
        pivot = i;
    pivots[c] = pivot;
    for (int d = 0; d < width; ++d) {
      double *const other = panel + (size_t)d * n, swapped = other[k + c];
      other[k + c] = other[pivot];
      other[pivot] = swapped;
    }
    for (int i = k + c + 1; i < n; ++i)
      column[i] /= column[k + c];
    for (int d = c + 1; d < width; ++d) {
      double *const other = panel + (size_t)d * n;
      for (int i = k + c + 1; i < n; ++i)
        other[i] -= column[i] * other[k + c];
    }
  }
}

/* Exchanges rows, solves with the panel's triangle and takes the product off, for local columns from \p first on.
 * panel holds rows k.. of the factored columns. */
static void update(int k, int width, const int *pivots, const double *panel, int first) {
  const int rows = n - k;
  for (int j = first; j < columns; ++j) {
    double *const column = columnAt(j) + k;
    for (int c = 0; c < width; ++c) {
      const double swapped = column[c];
      column[c] = column[pivots[c] - k];
      column[pivots[c] - k] = swapped;
    }
    for (int c = 0; c < width; ++c)
      for (int i = c + 1; i < width; ++i)
        column[i] -= panel[(size_t)c * rows + i] * column[c];
  }
  enum { kRows = 256 }; /* Of the panel, that stay in the cache. */
  for (int begin = width; begin < rows; begin += kRows) {
    const int end = smaller(begin + kRows, rows);
    for (int j = first; j < columns; ++j) {
      double *const column = columnAt(j) + k;
      for (int c = 0; c + 3 < width; c += 4) {
        const double *const p = panel + (size_t)c * rows;
        const double u0 = column[c], u1 = column[c + 1], u2 = column[c + 2], u3 = column[c + 3];
        for (int i = begin; i < end; ++i)
          column[i] -= p[i] * u0 + p[rows + i] * u1 + p[2 * (size_t)rows + i] * u2 + p[3 * (size_t)rows + i] * u3;
      }
      for (int c = width / 4 * 4; c < width; ++c)
        for (int i = begin; i < end; ++i)
          column[i] -= panel[(size_t)c * rows + i] * column[c];
    }
  }
}

static void factor(void) {
  int *const pivots = malloc((size_t)block * sizeof *pivots);
  double *const panel = malloc((size_t)block * n * sizeof *panel);
  for (int k = 0; k < n; k += block) {
    const int width = smaller(block, n - k), owner = ownerOf(k), rows = n - k;
    if (rank == owner) {
      factorPanel(k, width, pivots);
      for (int c = 0; c < width; ++c)
        memcpy(panel + (size_t)c * rows, columnAt(localFrom(k) + c) + k, (size_t)rows * sizeof *panel);
    }
    MPI_Bcast(pivots, width, MPI_INT, owner, MPI_COMM_WORLD);
    MPI_Bcast(panel, width * rows, MPI_DOUBLE, owner, MPI_COMM_WORLD);
    update(k, width, pivots, panel, localFrom(k) + (rank == owner ? width : 0));
  }
  free(panel);
  free(pivots);
}

/* x is what solves U x = y; y is the last column. */
static void substitute(double *x) {
  const int last = ownerOf(n);
  if (rank == last)
    memcpy(x, columnAt(columns - 1), (size_t)n * sizeof *x);
  MPI_Bcast(x, n, MPI_DOUBLE, last, MPI_COMM_WORLD);
  for (int k = (n - 1) / block * block; k >= 0; k -= block) {
    const int width = smaller(block, n - k), owner = ownerOf(k);
    if (rank == owner)
      for (int c = width - 1; c >= 0; --c) {
        const double *const column = columnAt(localFrom(k) + c);
        x[k + c] /= column[k + c];
        for (int i = 0; i < k + c; ++i)
          x[i] -= column[i] * x[k + c];
      }
    MPI_Bcast(x, k + width, MPI_DOUBLE, owner, MPI_COMM_WORLD);
  }
}

/* The largest |A x - b| over what rounding may make of it. */
static double residual(const double *x) {
  double *const mine = calloc((size_t)n, sizeof *mine), *const all = malloc((size_t)n * sizeof *all);
  double largest = 0, norm = 0;
  for (int j = 0; j < columns; ++j) {
    const int column = globalColumn(j);
    for (int i = 0; i < n; ++i)
      mine[i] += entry((uint64_t)i, (uint64_t)column) * (column == n ? -1 : x[column]);
  }
  MPI_Allreduce(mine, all, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i) {
    largest = fmax(largest, fabs(all[i]));
    norm = fmax(norm, fabs(x[i]));
  }
  free(all);
  free(mine);
  return largest / (DBL_EPSILON * norm * n);
}

/* A block of columns after the other; fsync() waits until they are on the disks. */
static void writeFactors(const char *name) {
  const int file = open(name, O_WRONLY | O_CREAT, 0644);
  const size_t bytes = (size_t)n * sizeof *a;
  for (int j = 0; j < columns; j += block) {
    const int width = smaller(block, columns - j);
    if (pwrite(file, columnAt(j), width * bytes, globalColumn(j) * (off_t)bytes) != (ssize_t)(width * bytes)) {
      perror(name);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  fsync(file);
  close(file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  n = argc > 1 ? atoi(argv[1]) : 200;
  block = argc > 2 ? atoi(argv[2]) : 32;
  for (int first = rank * block; first <= n; first += size * block)
    columns += smaller(block, n + 1 - first);
  a = malloc((size_t)columns * n * sizeof *a);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < n; ++i)
      columnAt(j)[i] = entry((uint64_t)i, (uint64_t)globalColumn(j));
  double *const x = malloc((size_t)n * sizeof *x);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  factor();
  substitute(x);
  if (argc > 3)
    writeFactors(argv[3]);
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - begin, operations = (2. / 3 * n + 1.5) * n * n;
  const double wrong = residual(x);
  if (rank == 0)
    printf("N %d, block %d, %d ranks: %.4f s, %.4f Gflop/s, residual %.3g: %s\n", n, block, size, seconds,
           operations / seconds * 1e-9, wrong, wrong < 16 ? "passed" : "FAILED");
  free(x);
  free(a);
  MPI_Finalize();
  return 0;
}
