/* test/integration/tool/programs/search_of_graph.c - breadth-first search of a random graph with OpenSHMEM
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: search_of_graph [VERTICES_PER_PE [EDGES_PER_VERTEX]]
 *
 * Vertex v is on PE v mod n. In each level a PE appends the neighbours of its frontier to the queues of their owners:
 * an atomic operation gives it a place there, a put fills it.
 */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

static long queue_length; /* Of what others have found; reset in each level. */
static long found_here, found;

static unsigned long next_random(unsigned long *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Neighbours of each vertex of this PE, one behind the other. */
static long *make_edges(long vertices, long degree, long all) {
  long *edges = malloc((size_t)(vertices * degree) * sizeof *edges);
  unsigned long state = 88172645463325252UL + 7919UL * (unsigned long)shmem_my_pe();
  if (edges == NULL)
    shmem_global_exit(1);
  for (long i = 0; i < vertices * degree; ++i)
    edges[i] = (long)(next_random(&state) % (unsigned long)all);
  return edges;
}

int main(int argc, char **argv) {
  shmem_init();
  const int me = shmem_my_pe(), size = shmem_n_pes();
  const long vertices = argc > 1 ? atol(argv[1]) : 1000, degree = argc > 2 ? atol(argv[2]) : 8;
  long *const edges = make_edges(vertices, degree, vertices * size);
  const long room = vertices * degree * size;
  long *const queue = shmem_malloc((size_t)room * sizeof *queue);
  long *const frontier = malloc((size_t)vertices * sizeof *frontier);
  int *const level_of = malloc((size_t)vertices * sizeof *level_of);
  if (queue == NULL || frontier == NULL || level_of == NULL)
    shmem_global_exit(1);
  for (long v = 0; v < vertices; ++v)
    level_of[v] = -1;
  long frontier_length = 0, reached = 0;
  if (me == 0) {
    frontier[frontier_length++] = 0;
    level_of[0] = 0;
  }
  int level = 0;
  for (found = 1; found > 0; ++level) {
    queue_length = 0;
    shmem_barrier_all();
    for (long i = 0; i < frontier_length; ++i)
      for (long k = 0; k < degree; ++k) {
        const long neighbour = edges[frontier[i] * degree + k];
        const int owner = (int)(neighbour % size);
        const long place = shmem_long_atomic_fetch_inc(&queue_length, owner);
        shmem_long_p(&queue[place], neighbour / size, owner);
      }
    shmem_barrier_all();
    reached += frontier_length;
    frontier_length = 0;
    for (long i = 0; i < queue_length; ++i)
      if (level_of[queue[i]] < 0) {
        level_of[queue[i]] = level + 1;
        frontier[frontier_length++] = queue[i];
      }
    found_here = frontier_length;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &found, &found_here, 1);
  }
  found_here = reached;
  shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &found, &found_here, 1);
  if (me == 0)
    printf("%ld of %ld vertices in %d levels\n", found, vertices * size, level);
  free(level_of);
  free(frontier);
  free(edges);
  shmem_free(queue);
  shmem_finalize();
  return 0;
}
