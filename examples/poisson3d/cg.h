/* cg.h - conjugate gradient solver
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CG_H
#define CG_H

#include "domain.h"
#include "field.h"
#include "halo.h"
#include "parameters.h"

typedef struct {
  int iterations;
  int converged;
  double residual; /* relative to the right-hand side */
} Result;

/* Solves -laplace(u) = b, starting from u, which must have a halo of zeros at the walls. */
Result cg_solve(const Domain *domain, const Halo *halo, const Parameters *parameters, const Field *b, Field *u);

#endif
