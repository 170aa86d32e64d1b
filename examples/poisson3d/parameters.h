/* parameters.h - what the user may choose
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#include <mpi.h>

typedef struct {
  int local_size[3];  /* grid points per rank in x, y, z */
  int max_iterations; /* the solver stops here even if it has not converged */
  double tolerance;   /* on the residual, relative to the right-hand side */
  int output_every;   /* iterations between two reports; 0: only the last */
  int verbose;        /* 1: timings of each part at the end */
} Parameters;

/* What parameters_read() asks main() to do next. */
enum { PARAMETERS_OK, PARAMETERS_HELP, PARAMETERS_BAD };

/* Rank 0 reads the command line and, if asked to, a parameter file; all ranks get the result. */
int parameters_read(int argc, char **argv, MPI_Comm comm, Parameters *parameters);

void parameters_print(const Parameters *parameters);

#endif
