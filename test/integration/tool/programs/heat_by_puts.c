/* test/integration/tool/programs/heat_by_puts.c - heat in slabs, whose borders go by put with signal
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: heat_by_puts ROWS COLUMNS STEPS
 */
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { FROM_ABOVE, FROM_BELOW };

static double change, all_changes;
static uint64_t step_of[2]; /* Whose border is here. */

int main(int argc, char **argv) {
  shmem_init();
  const int me = shmem_my_pe(), last = shmem_n_pes() - 1;
  if (argc < 4)
    shmem_global_exit(2);
  const int rows = atoi(argv[1]), columns = atoi(argv[2]), steps = atoi(argv[3]);
  const size_t cells = (size_t)(rows + 2) * columns;
  double *now = shmem_malloc(cells * sizeof *now), *next = shmem_malloc(cells * sizeof *next);
  for (size_t i = 0; i < cells; ++i)
    now[i] = next[i] = sin(1e-3 * (double)i + me);
  shmem_barrier_all();
  for (int step = 1; step <= steps; ++step) {
    if (me > 0)
      shmem_double_put_signal(now + (size_t)(rows + 1) * columns, now + columns, columns, &step_of[FROM_BELOW], step,
                              SHMEM_SIGNAL_SET, me - 1);
    if (me < last)
      shmem_double_put_signal(now, now + (size_t)rows * columns, columns, &step_of[FROM_ABOVE], step, SHMEM_SIGNAL_SET,
                              me + 1);
    if (me > 0)
      shmem_signal_wait_until(&step_of[FROM_ABOVE], SHMEM_CMP_GE, step);
    if (me < last)
      shmem_signal_wait_until(&step_of[FROM_BELOW], SHMEM_CMP_GE, step);
    change = 0;
    for (int i = 1; i <= rows; ++i)
      for (int j = 1; j < columns - 1; ++j) {
        const size_t k = (size_t)i * columns + j;
        next[k] = 0.25 * (now[k - 1] + now[k + 1] + now[k - columns] + now[k + columns]);
        change += fabs(next[k] - now[k]);
      }
    double *const before = now;
    now = next;
    next = before;
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &all_changes, &change, 1);
    shmem_barrier_all();
  }
  if (me == 0)
    printf("change %.6g\n", all_changes);
  shmem_free(next);
  shmem_free(now);
  shmem_finalize();
  return 0;
}
