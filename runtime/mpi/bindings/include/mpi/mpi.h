/* mpi/mpi.h - for programs that include mpi.h by the folder a distribution keeps it in
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAQUETTE_MPI_FOLDER_MPI_H
#define MAQUETTE_MPI_FOLDER_MPI_H

#include "../mpi.h"

#endif
