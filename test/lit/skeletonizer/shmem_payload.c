// What OpenSHMEM moves is needed where it is used: data of a stencil is not, a flag that is waited for is.
// RUN: %skeleton %s | FileCheck %s
#include <shmem.h>
int main(int argc, char **argv) {
  shmem_init();
  if (argv[1])
    shmem_quiet();
  const int me = shmem_my_pe(), size = shmem_n_pes();
  // CHECK: double *cells = shmem_malloc((argc * 100) * sizeof *cells);
  double *cells = shmem_malloc((argc * 100) * sizeof *cells);
  static uint64_t arrived;
  static int length[2], other[2];
  // CHECK-NOT: cells[i] = 0.5
  for (int i = 0; i < argc * 100; ++i)
    cells[i] = 0.5 * i;
  // CHECK: shmem_double_put_signal(cells, cells + 50, 50, &arrived, argc, SHMEM_SIGNAL_SET, (me + 1) % size);
  shmem_double_put_signal(cells, cells + 50, 50, &arrived, argc, SHMEM_SIGNAL_SET, (me + 1) % size);
  // CHECK: shmem_signal_wait_until(&arrived, SHMEM_CMP_NE, 0);
  shmem_signal_wait_until(&arrived, SHMEM_CMP_NE, 0);
  // CHECK-NOT: cells[i] += cells
  for (int i = 1; i < argc * 100; ++i)
    cells[i] += cells[i - 1];
  // CHECK: length[0] = argc + me;
  length[0] = argc + me;
  // CHECK-NEXT: other[0] = 7;
  other[0] = 7;
  // CHECK: shmem_ctx_int_put((shmem_ctx_t)1, &length[1], &length[0], 1, 0);
  shmem_ctx_int_put((shmem_ctx_t)1, &length[1], &length[0], 1, 0);
  shmem_barrier_all();
  // CHECK: shmem_double_put(cells, cells + 50, length[1], 0);
  shmem_double_put(cells, cells + 50, length[1], 0);
  // CHECK: if (shmem_int_g(&other[0], 0) == 7)
  if (shmem_int_g(&other[0], 0) == 7)
    shmem_barrier_all();
  if (cells[3] < 0)
    shmem_global_exit(1);
  // CHECK-NOT: shmem_global_exit
  // CHECK: shmem_free(cells);
  shmem_free(cells);
  shmem_finalize();
  return 0;
}
