/* shmem.h - OpenSHMEM 1.5 for programs that Maquette runs
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * Constants, types and functions of OpenSHMEM 1.5, with the deprecated ones of 1.4 and the names of before OpenSHMEM.
 * The functions are written from one table (runtime/shmem/bindings/table.py). C11 and C++ programs have names for all
 * types, as shmem_put(); MAQUETTE_SHMEM_C_NAMES keeps them out of C++. Handles are constants, so that they may
 * initialize static variables.
 */
#ifndef MAQUETTE_SHMEM_H
#define MAQUETTE_SHMEM_H

#include <stddef.h>
#include <stdint.h>

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 5
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "Maquette"
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING

/* Thread levels */
#define SHMEM_THREAD_SINGLE 0
#define SHMEM_THREAD_FUNNELED 1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE 3

/* Contexts and teams: the structures are complete so that C11 programs can select by them. */
struct maquette_shmem_context {
  int only_its_address_counts;
};
struct maquette_shmem_team {
  int only_its_address_counts;
};
typedef struct maquette_shmem_context *shmem_ctx_t;
typedef struct maquette_shmem_team *shmem_team_t;
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)
#define SHMEM_CTX_DEFAULT ((shmem_ctx_t)1)
#define SHMEM_CTX_SERIALIZED 1L
#define SHMEM_CTX_PRIVATE 2L
#define SHMEM_CTX_NOSTORE 4L
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_TEAM_WORLD ((shmem_team_t)1)
#define SHMEM_TEAM_SHARED ((shmem_team_t)2)
#define SHMEM_TEAM_NUM_CONTEXTS 1L
typedef struct {
  int num_contexts;
} shmem_team_config_t;

/* Hints for memory */
#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L

/* Signals */
#define SHMEM_SIGNAL_SET 0
#define SHMEM_SIGNAL_ADD 1

/* Comparisons */
#define SHMEM_CMP_EQ 0
#define SHMEM_CMP_NE 1
#define SHMEM_CMP_GT 2
#define SHMEM_CMP_LE 3
#define SHMEM_CMP_LT 4
#define SHMEM_CMP_GE 5
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_GE SHMEM_CMP_GE

/* Work arrays of the collectives of 1.4. Nothing is kept in them. */
#define SHMEM_SYNC_VALUE (-1L)
#define SHMEM_SYNC_SIZE 1
#define SHMEM_BARRIER_SYNC_SIZE 1
#define SHMEM_BCAST_SYNC_SIZE 1
#define SHMEM_REDUCE_SYNC_SIZE 1
#define SHMEM_COLLECT_SYNC_SIZE 1
#define SHMEM_ALLTOALL_SYNC_SIZE 1
#define SHMEM_ALLTOALLS_SYNC_SIZE 1
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_ALLTOALL_SYNC_SIZE SHMEM_ALLTOALL_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

#ifdef __cplusplus
/* C has complex numbers of the same layout. */
#include <complex>
extern "C" {
#endif
#pragma GCC visibility push(default)

#include "shmem_functions.h"

/* With any further arguments, which are for tools. */
void shmem_pcontrol(int level, ...);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#if (defined(__cplusplus) && !defined(MAQUETTE_SHMEM_C_NAMES)) ||                                                      \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
#define MAQUETTE_SHMEM_ARGUMENT_0(a, ...) a
#define MAQUETTE_SHMEM_ARGUMENT_1(a, b, ...) b
#include "shmem_generic.h"
#endif

#endif
