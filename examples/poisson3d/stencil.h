/* stencil.h - the discrete Laplace operator
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef STENCIL_H
#define STENCIL_H

#include "domain.h"
#include "field.h"

/* result = -laplace(u), with the seven-point formula. The halo of u must be up to date. */
void stencil_apply(const Domain *domain, const Field *u, Field *result);

/* Right-hand side of the problem whose solution is exact_solution(). */
void stencil_right_hand_side(const Domain *domain, Field *b);

/* x (1-x) y (1-y) z (1-z): the seven-point formula has no error for it, so only the solver's own remains. */
double exact_solution(double x, double y, double z);

#endif
