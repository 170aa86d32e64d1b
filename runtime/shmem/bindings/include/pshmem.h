/* pshmem.h - the profiling names of OpenSHMEM's functions
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAQUETTE_PSHMEM_H
#define MAQUETTE_PSHMEM_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#include "pshmem_functions.h"
void pshmem_pcontrol(int level, ...);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
