/* A few declarations, enough to skeletonize and compile the tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHMEM_H
#define SHMEM_H
#include <stddef.h>
#include <stdint.h>
typedef struct maquette_test_context *shmem_ctx_t;
typedef struct maquette_test_team *shmem_team_t;
#define SHMEM_TEAM_WORLD ((shmem_team_t)1)
#define SHMEM_CMP_NE 1
#define SHMEM_SIGNAL_SET 0
void shmem_init(void);
void shmem_finalize(void);
void shmem_global_exit(int status);
int shmem_my_pe(void);
int shmem_n_pes(void);
void *shmem_malloc(size_t size);
void shmem_free(void *ptr);
void *shmem_ptr(const void *dest, int pe);
void shmem_barrier_all(void);
void shmem_quiet(void);
void shmem_double_put(double *dest, const double *source, size_t nelems, int pe);
void shmem_ctx_int_put(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void shmem_getmem(void *dest, const void *source, size_t nelems, int pe);
void shmem_double_put_signal(double *dest, const double *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
                             int sig_op, int pe);
uint64_t shmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);
void shmem_int_wait_until(int *ivar, int cmp, int cmp_value);
int shmem_int_g(const int *source, int pe);
int shmem_int_atomic_fetch_add(int *dest, int value, int pe);
int shmem_double_sum_reduce(shmem_team_t team, double *dest, const double *source, size_t nreduce);
void shmem_int_max_to_all(int *dest, const int *source, int nreduce, int PE_start, int logPE_stride, int PE_size,
                          int *pWrk, long *pSync);
#endif
