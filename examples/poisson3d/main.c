/* main.c - Poisson equation on the unit cube, zero at its walls
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cg.h"
#include "domain.h"
#include "field.h"
#include "halo.h"
#include "output.h"
#include "parameters.h"
#include "stencil.h"
#include "timers.h"

#include <stdio.h>
#include <stdlib.h>

static int run(const Parameters *parameters) {
  double start = MPI_Wtime();
  Domain domain;
  domain_create(&domain, MPI_COMM_WORLD, parameters->local_size);
  if (domain.rank == 0) {
    parameters_print(parameters);
    domain_print(&domain);
  }

  Halo halo;
  halo_create(&halo, &domain);
  Field u, b;
  field_allocate(&u, &domain);
  field_allocate(&b, &domain);
  stencil_right_hand_side(&domain, &b);
  timers.setup = MPI_Wtime() - start;

  Result result = cg_solve(&domain, &halo, parameters, &b, &u);
  output_result(&domain, &u, &result);
  if (parameters->verbose)
    output_timings(&domain);

  field_free(&u);
  field_free(&b);
  halo_free(&halo);
  domain_free(&domain);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  Parameters parameters;
  int exit_status;

  MPI_Init(&argc, &argv);
  switch (parameters_read(argc, argv, MPI_COMM_WORLD, &parameters)) {
  case PARAMETERS_OK:
    exit_status = run(&parameters);
    break;
  case PARAMETERS_HELP:
    exit_status = EXIT_SUCCESS;
    break;
  default:
    exit_status = EXIT_FAILURE;
    break;
  }
  MPI_Finalize();
  return exit_status;
}
