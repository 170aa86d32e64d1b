/* shmemx.h - extensions of OpenSHMEM: there are none, but programs include it
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAQUETTE_SHMEMX_H
#define MAQUETTE_SHMEMX_H

#include "shmem.h"

#endif
