/* test/integration/mpi/collectives.c - every collective against what its definition says, for several lengths
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static int rank, size;
static const int kLengths[] = {0, 1, 7, 600, 20000};
enum { kLengthCount = sizeof kLengths / sizeof kLengths[0] };

static long valueOf(int of_rank, int index) { return 1000l * of_rank + index; }

static long *vector(int count) { return malloc(sizeof(long) * (size_t)(count > 0 ? count : 1)); }

static void fill(long *data, int count) {
  for (int i = 0; i < count; ++i)
    data[i] = valueOf(rank, i);
}

static void broadcasts(int count) {
  long *data = vector(count);
  for (int root = 0; root < size; root += 1 + size / 3) {
    fill(data, count);
    MPI_Bcast(data, count, MPI_LONG, root, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i)
      CHECK(data[i] == valueOf(root, i));
  }
  free(data);
}

static void reductions(int count) {
  long *in = vector(count), *out = vector(count);
  long ranks = (long)size * (size - 1) / 2;
  for (int root = 0; root < size; root += 1 + size / 3) {
    fill(in, count);
    MPI_Reduce(in, out, count, MPI_LONG, MPI_SUM, root, MPI_COMM_WORLD);
    for (int i = 0; rank == root && i < count; ++i)
      CHECK(out[i] == 1000 * ranks + (long)size * i);
  }
  MPI_Allreduce(in, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i)
    CHECK(out[i] == 1000 * ranks + (long)size * i);
  MPI_Allreduce(MPI_IN_PLACE, in, count, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i)
    CHECK(in[i] == valueOf(size - 1, i));
  fill(in, count);
  MPI_Scan(in, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i)
    CHECK(out[i] == 1000 * ((long)rank * (rank + 1) / 2) + (rank + 1l) * i);
  MPI_Exscan(in, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; rank > 0 && i < count; ++i)
    CHECK(out[i] == 1000 * ((long)rank * (rank - 1) / 2) + (long)rank * i);
  free(in);
  free(out);
}

static void reduceScatters(int count) {
  long *in = vector(count * size), *out = vector(count);
  int *counts = malloc(sizeof(int) * (size_t)size);
  fill(in, count * size);
  long ranks = (long)size * (size - 1) / 2;
  MPI_Reduce_scatter_block(in, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i)
    CHECK(out[i] == 1000 * ranks + (long)size * (rank * count + i));
  int total = 0, mine = 0;
  for (int i = 0; i < size; ++i) {
    counts[i] = i % 2 == 0 ? count : 0;
    if (i < rank)
      mine += counts[i];
    total += counts[i];
  }
  fill(in, total);
  MPI_Reduce_scatter(in, out, counts, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < counts[rank]; ++i)
    CHECK(out[i] == 1000 * ranks + (long)size * (mine + i));
  free(in);
  free(out);
  free(counts);
}

static void gathers(int count) {
  long *mine = vector(count), *all = vector(count * size);
  for (int root = 0; root < size; root += 1 + size / 3) {
    fill(mine, count);
    memset(all, 0, sizeof(long) * (size_t)(count * size));
    MPI_Gather(mine, count, MPI_LONG, all, count, MPI_LONG, root, MPI_COMM_WORLD);
    for (int i = 0; rank == root && i < count * size; ++i)
      CHECK(all[i] == valueOf(i / count, i % count));
    for (int i = 0; rank == root && i < count * size; ++i)
      all[i] = valueOf(i / count, 5 + i % count);
    MPI_Scatter(all, count, MPI_LONG, mine, count, MPI_LONG, root, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i)
      CHECK(mine[i] == valueOf(rank, 5 + i));
  }
  fill(mine, count);
  MPI_Allgather(mine, count, MPI_LONG, all, count, MPI_LONG, MPI_COMM_WORLD);
  for (int i = 0; i < count * size; ++i)
    CHECK(all[i] == valueOf(i / count, i % count));
  memset(all, 0, sizeof(long) * (size_t)(count * size));
  fill(all + count * rank, count);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, count, MPI_LONG, MPI_COMM_WORLD);
  for (int i = 0; i < count * size; ++i)
    CHECK(all[i] == valueOf(i / count, i % count));
  free(mine);
  free(all);
}

/* Rank r contributes r % 3 elements; places leave a gap of one after each part. */
static void gathersOfDifferentSizes(void) {
  int *counts = malloc(sizeof(int) * (size_t)size), *places = malloc(sizeof(int) * (size_t)size);
  int end = 0;
  for (int i = 0; i < size; ++i) {
    counts[i] = i % 3;
    places[i] = end;
    end += counts[i] + 1;
  }
  long mine[3], *all = vector(end);
  for (int round = 0; round < 2; ++round) {
    fill(mine, counts[rank]);
    for (int i = 0; i < end; ++i)
      all[i] = -1;
    if (round == 0)
      MPI_Gatherv(mine, counts[rank], MPI_LONG, all, counts, places, MPI_LONG, size - 1, MPI_COMM_WORLD);
    else
      MPI_Allgatherv(mine, counts[rank], MPI_LONG, all, counts, places, MPI_LONG, MPI_COMM_WORLD);
    for (int r = 0; (round == 1 || rank == size - 1) && r < size; ++r) {
      for (int i = 0; i < counts[r]; ++i)
        CHECK(all[places[r] + i] == valueOf(r, i));
      CHECK(all[places[r] + counts[r]] == -1);
    }
  }
  MPI_Scatterv(all, counts, places, MPI_LONG, mine, counts[rank], MPI_LONG, 0, MPI_COMM_WORLD);
  for (int i = 0; i < counts[rank]; ++i)
    CHECK(mine[i] == valueOf(rank, i));
  free(all);
  free(counts);
  free(places);
}

static void alltoalls(int count) {
  long *out = vector(count * size), *in = vector(count * size);
  fill(out, count * size);
  MPI_Alltoall(out, count, MPI_LONG, in, count, MPI_LONG, MPI_COMM_WORLD);
  for (int i = 0; i < count * size; ++i)
    CHECK(in[i] == valueOf(i / count, rank * count + i % count));
  int *counts = malloc(sizeof(int) * (size_t)size), *places = malloc(sizeof(int) * (size_t)size);
  int *in_counts = malloc(sizeof(int) * (size_t)size);
  for (int i = 0; i < size; ++i) {
    counts[i] = (rank + i) % 3 == 0 ? 0 : count;
    in_counts[i] = (rank + i) % 3 == 0 ? 0 : count;
    places[i] = i * count;
  }
  memset(in, 0, sizeof(long) * (size_t)(count * size));
  MPI_Alltoallv(out, counts, places, MPI_LONG, in, in_counts, places, MPI_LONG, MPI_COMM_WORLD);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < count; ++i)
      CHECK(in[r * count + i] == (in_counts[r] > 0 ? valueOf(r, rank * count + i) : 0));
  free(out);
  free(in);
  free(counts);
  free(in_counts);
  free(places);
}

/* One buffer for what is sent and what is received. */
static void inPlace(int count) {
  long *all = vector(count * size), *part = vector(count);
  fill(all, count * size);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, count, MPI_LONG, MPI_COMM_WORLD);
  for (int i = 0; i < count * size; ++i)
    CHECK(all[i] == valueOf(i / count, rank * count + i % count));
  for (int root = 0; root < size; root += 1 + size / 3) {
    fill(part, count);
    fill(all + root * count, count);
    MPI_Gather(rank == root ? MPI_IN_PLACE : part, count, MPI_LONG, all, count, MPI_LONG, root, MPI_COMM_WORLD);
    for (int i = 0; rank == root && i < count * size; ++i)
      CHECK(all[i] == valueOf(i / count, i % count));
    fill(all, count * size);
    MPI_Scatter(all, count, MPI_LONG, rank == root ? MPI_IN_PLACE : part, count, MPI_LONG, root, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i)
      CHECK((rank == root ? all[root * count + i] : part[i]) ==
            valueOf(root, (rank == root ? root : rank) * count + i));
  }
  free(all);
  free(part);
}

/* The parts lie one after the other, each of another size, but for the last one where `gap` is not 0. */
static void alltoallsOfDifferentSizes(int count, int gap) {
  int *counts = malloc(sizeof(int) * (size_t)size), *places = malloc(sizeof(int) * (size_t)size), end = 0;
  for (int i = 0; i < size; ++i) {
    counts[i] = count + rank + i;
    places[i] = end + (i == size - 1 ? gap : 0);
    end = places[i] + counts[i];
  }
  long *out = vector(end), *in = vector(end);
  for (int i = 0; i < size; ++i)
    for (int k = 0; k < counts[i]; ++k)
      out[places[i] + k] = valueOf(rank, 3 * i + k);
  for (int round = 0; round < 2; ++round) {
    memset(in, 0, sizeof(long) * (size_t)end);
    MPI_Alltoallv(out, counts, places, MPI_LONG, in, counts, places, MPI_LONG, MPI_COMM_WORLD);
    memset(out, 0, sizeof(long) * (size_t)end); /* What was sent is the program's again. */
    for (int i = 0; i < size; ++i)
      for (int k = 0; k < counts[i]; ++k)
        CHECK(in[places[i] + k] == (round == 0 ? valueOf(i, 3 * rank + k) : valueOf(rank, 3 * i + k)));
    long *const other = out;
    out = in;
    in = other;
  }
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, counts, places, MPI_LONG, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i)
    for (int k = 0; k < counts[i]; ++k)
      CHECK(out[places[i] + k] == valueOf(i, 3 * rank + k));
  free(out);
  free(in);
  free(counts);
  free(places);
}

/* 2x2 matrices: multiplication does not commute. */
static void multiply(void *in, void *inout, int *count, MPI_Datatype *type) {
  long *a = in, *b = inout;
  (void)type;
  for (int i = 0; i < *count; ++i, a += 4, b += 4) {
    long c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
                 a[2] * b[1] + a[3] * b[3]};
    for (int k = 0; k < 4; ++k)
      b[k] = c[k] % 10007;
  }
}

static void setMatrix(long *m, int r) {
  m[0] = r + 1;
  m[1] = 2;
  m[2] = r % 5;
  m[3] = 1;
}

static void productOfRanks(long *m, int first, int last) {
  int one = 1;
  setMatrix(m, last);
  for (int r = last - 1; r >= first; --r) {
    long left[4];
    setMatrix(left, r);
    multiply(left, m, &one, NULL);
  }
}

static void noncommutative(void) {
  MPI_Datatype matrix;
  MPI_Op op;
  MPI_Type_contiguous(4, MPI_LONG, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Op_create(multiply, 0, &op);
  long mine[4], result[4], expected[4];
  setMatrix(mine, rank);
  productOfRanks(expected, 0, size - 1);
  MPI_Allreduce(mine, result, 1, matrix, op, MPI_COMM_WORLD);
  CHECK(memcmp(result, expected, sizeof expected) == 0);
  int root = size / 2;
  memset(result, 0, sizeof result);
  MPI_Reduce(mine, result, 1, matrix, op, root, MPI_COMM_WORLD);
  CHECK(rank != root || memcmp(result, expected, sizeof expected) == 0);
  MPI_Scan(mine, result, 1, matrix, op, MPI_COMM_WORLD);
  productOfRanks(expected, 0, rank);
  CHECK(memcmp(result, expected, sizeof expected) == 0);
  MPI_Exscan(mine, result, 1, matrix, op, MPI_COMM_WORLD);
  if (rank > 0)
    productOfRanks(expected, 0, rank - 1);
  CHECK(rank == 0 || memcmp(result, expected, sizeof expected) == 0);
  MPI_Op_free(&op);
  MPI_Type_free(&matrix);
}

static void nonblocking(void) {
  long in = rank + 1, sum = 0, from_root = rank == 0 ? 42 : 0, everyone[64];
  MPI_Request requests[4];
  MPI_Iallreduce(&in, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibcast(&from_root, 1, MPI_LONG, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
  MPI_Iallgather(&in, 1, MPI_LONG, everyone, 1, MPI_LONG, MPI_COMM_WORLD, &requests[3]);
  int done = 0;
  while (!done)
    MPI_Test(&requests[2], &done, MPI_STATUS_IGNORE);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  CHECK(sum == (long)size * (size + 1) / 2 && from_root == 42);
  for (int i = 0; i < size; ++i)
    CHECK(everyone[i] == i + 1);
}

static void locations(void) {
  struct {
    double value;
    int index;
  } in = {(rank * 7) % size, rank}, out;
  MPI_Allreduce(&in, &out, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  CHECK(out.value >= in.value && (out.index * 7) % size == (int)out.value);
  int flags = 1 << (rank % 8), all = 0;
  MPI_Allreduce(&flags, &all, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
  CHECK(all == (size >= 8 ? 255 : (1 << size) - 1));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < kLengthCount; ++i) {
    broadcasts(kLengths[i]);
    reductions(kLengths[i]);
    reduceScatters(kLengths[i]);
    gathers(kLengths[i]);
    alltoalls(kLengths[i]);
    inPlace(kLengths[i]);
    alltoallsOfDifferentSizes(kLengths[i], 0);
    alltoallsOfDifferentSizes(kLengths[i], 2);
  }
  gathersOfDifferentSizes();
  noncommutative();
  nonblocking();
  locations();
  MPI_Finalize();
  return 0;
}
