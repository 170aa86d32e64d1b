/* cg.c - conjugate gradients (Hestenes and Stiefel)
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cg.h"

#include "output.h"
#include "stencil.h"
#include "timers.h"

#include <math.h>

Result cg_solve(const Domain *domain, const Halo *halo, const Parameters *parameters, const Field *b, Field *u) {
  Field r, p, q;
  field_allocate(&r, domain);
  field_allocate(&p, domain);
  field_allocate(&q, domain);
  double start = MPI_Wtime();

  /* r = b - A u */
  halo_exchange(halo, domain, u);
  stencil_apply(domain, u, &q);
  field_copy(&r, b);
  field_axpy(&r, -1.0, &q);
  field_copy(&p, &r);

  const double norm_b = sqrt(field_dot(b, b, domain->comm));
  double rho = field_dot(&r, &r, domain->comm);
  double residual = sqrt(rho) / norm_b;
  int iteration = 0;

  while (residual > parameters->tolerance && iteration < parameters->max_iterations) {
    halo_exchange(halo, domain, &p);
    stencil_apply(domain, &p, &q);
    double alpha = rho / field_dot(&p, &q, domain->comm);
    field_axpy(u, alpha, &p);
    field_axpy(&r, -alpha, &q);

    double rho_new = field_dot(&r, &r, domain->comm);
    double beta = rho_new / rho;
    rho = rho_new;
    field_aypx(&p, beta, &r);

    residual = sqrt(rho) / norm_b;
    iteration++;
    if (parameters->output_every > 0 && iteration % parameters->output_every == 0)
      output_progress(domain, u, iteration, residual);
  }

  timers.solve += MPI_Wtime() - start;
  field_free(&r);
  field_free(&p);
  field_free(&q);

  Result result = {iteration, residual <= parameters->tolerance, residual};
  return result;
}
