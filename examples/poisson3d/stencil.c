/* stencil.c - seven-point formula and right-hand side
 * SPDX-License-Identifier: Apache-2.0
 */
#include "stencil.h"

#include "timers.h"

void stencil_apply(const Domain *domain, const Field *u, Field *result) {
  const double cx = 1.0 / (domain->spacing[0] * domain->spacing[0]);
  const double cy = 1.0 / (domain->spacing[1] * domain->spacing[1]);
  const double cz = 1.0 / (domain->spacing[2] * domain->spacing[2]);
  const double center = 2.0 * (cx + cy + cz);
  const double *restrict in = u->data;
  double *restrict out = result->data;
  double start = MPI_Wtime();

  for (int k = 1; k <= u->nz; k++)
    for (int j = 1; j <= u->ny; j++)
      for (int i = 1; i <= u->nx; i++)
        out[at(u, i, j, k)] = center * in[at(u, i, j, k)]
                              - cx * (in[at(u, i - 1, j, k)] + in[at(u, i + 1, j, k)])
                              - cy * (in[at(u, i, j - 1, k)] + in[at(u, i, j + 1, k)])
                              - cz * (in[at(u, i, j, k - 1)] + in[at(u, i, j, k + 1)]);

  timers.stencil += MPI_Wtime() - start;
}

double exact_solution(double x, double y, double z) {
  return x * (1.0 - x) * y * (1.0 - y) * z * (1.0 - z);
}

void stencil_right_hand_side(const Domain *domain, Field *b) {
  for (int k = 1; k <= b->nz; k++) {
    double z = domain_coordinate(domain, 2, k);
    for (int j = 1; j <= b->ny; j++) {
      double y = domain_coordinate(domain, 1, j);
      for (int i = 1; i <= b->nx; i++) {
        double x = domain_coordinate(domain, 0, i);
        b->data[at(b, i, j, k)] =
            2.0 * (y * (1.0 - y) * z * (1.0 - z) + x * (1.0 - x) * z * (1.0 - z) + x * (1.0 - x) * y * (1.0 - y));
      }
    }
  }
}
