/* test/bench/programs/halo.c - exchange with six neighbours in a periodic box, then a sum over all ranks
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: halo NX NY NZ ITERATIONS BYTES [sizes | shared]
 * NX * NY * NZ is the number of ranks; each face has BYTES. With `sizes` faces have a size and no contents, as in a
 * skeleton; with `shared` all ranks of a process have the same memory for them, for simulators that know no sizes
 * without contents.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kFaces = 6 };

/* The rank that lies `step` further along `dimension`. */
static int neighbour(int rank, const int *sizes, int dimension, int step) {
  int stride = 1;
  for (int d = 0; d < dimension; ++d)
    stride *= sizes[d];
  const int place = rank / stride % sizes[dimension];
  const int next = (place + step + sizes[dimension]) % sizes[dimension];
  return rank + (next - place) * stride;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 6) {
    if (rank == 0)
      fprintf(stderr, "usage: halo NX NY NZ ITERATIONS BYTES [sizes]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int sizes[3] = {atoi(argv[1]), atoi(argv[2]), atoi(argv[3])};
  const int iterations = atoi(argv[4]), bytes = atoi(argv[5]);
  if (sizes[0] * sizes[1] * sizes[2] != size)
    MPI_Abort(MPI_COMM_WORLD, 2);
  static char *shared = NULL;
  const int is_shared = argc > 6 && strcmp(argv[6], "shared") == 0;
  if (is_shared && shared == NULL)
    shared = malloc((size_t)bytes * 2);
  char *const faces = is_shared ? shared : argc > 6 ? NULL : malloc((size_t)bytes * 2),
              *const halo = faces != NULL ? faces + bytes : NULL;
  const double begin = MPI_Wtime();
  for (int i = 0; i < iterations; ++i) {
    MPI_Request requests[2 * kFaces];
    for (int face = 0; face < kFaces; ++face) {
      const int from = neighbour(rank, sizes, face / 2, face % 2 == 0 ? 1 : -1);
      MPI_Irecv(halo, bytes, MPI_CHAR, from, face, MPI_COMM_WORLD, &requests[face]);
    }
    for (int face = 0; face < kFaces; ++face) {
      const int to = neighbour(rank, sizes, face / 2, face % 2 == 0 ? -1 : 1);
      MPI_Isend(faces, bytes, MPI_CHAR, to, face, MPI_COMM_WORLD, &requests[kFaces + face]);
    }
    MPI_Waitall(2 * kFaces, requests, MPI_STATUSES_IGNORE);
    double mine = 1, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (all != size)
      MPI_Abort(MPI_COMM_WORLD, 3);
  }
  if (rank == 0)
    printf("simulated %.9f s\n", MPI_Wtime() - begin);
  if (!is_shared)
    free(faces);
  MPI_Finalize();
  return 0;
}
