/* output.c - progress, result and timings
 * SPDX-License-Identifier: Apache-2.0
 */
#include "output.h"

#include "halo.h"
#include "stencil.h"
#include "timers.h"

#include <math.h>
#include <stdio.h>

Timers timers;
static int lines_printed = 0;

void output_progress(const Domain *domain, const Field *u, int iteration, double residual) {
  double start = MPI_Wtime();
  double sum = 0.0, smallest = HUGE_VAL, largest = -HUGE_VAL;
  for (int k = 1; k <= u->nz; k++)
    for (int j = 1; j <= u->ny; j++)
      for (int i = 1; i <= u->nx; i++) {
        double value = u->data[at(u, i, j, k)];
        sum += value * value;
        smallest = fmin(smallest, value);
        largest = fmax(largest, value);
      }

  double norm = 0.0, extremes[2] = {-smallest, largest}, all_extremes[2] = {0.0, 0.0};
  MPI_Reduce(&sum, &norm, 1, MPI_DOUBLE, MPI_SUM, 0, domain->comm);
  MPI_Reduce(extremes, all_extremes, 2, MPI_DOUBLE, MPI_MAX, 0, domain->comm);
  if (domain->rank == 0) {
    double points = (double)domain->global_size[0] * (double)domain->global_size[1] * (double)domain->global_size[2];
    if (lines_printed++ % 20 == 0)
      printf("%10s %14s %14s %14s %14s\n", "iteration", "residual", "rms of u", "min of u", "max of u");
    printf("%10d %14.6e %14.6e %14.6e %14.6e\n", iteration, residual, sqrt(norm / points), -all_extremes[0],
           all_extremes[1]);
    fflush(stdout);
  }
  timers.output += MPI_Wtime() - start;
}

void output_result(const Domain *domain, const Field *u, const Result *result) {
  double error = 0.0, largest_error = 0.0;
  for (int k = 1; k <= u->nz; k++)
    for (int j = 1; j <= u->ny; j++)
      for (int i = 1; i <= u->nx; i++) {
        double exact = exact_solution(domain_coordinate(domain, 0, i), domain_coordinate(domain, 1, j),
                                      domain_coordinate(domain, 2, k));
        error = fmax(error, fabs(u->data[at(u, i, j, k)] - exact));
      }
  MPI_Reduce(&error, &largest_error, 1, MPI_DOUBLE, MPI_MAX, 0, domain->comm);
  if (domain->rank == 0)
    printf("%s after %d iterations: residual %.3e, largest error %.3e\n",
           result->converged ? "converged" : "not converged", result->iterations, result->residual, largest_error);
}

void output_timings(const Domain *domain) {
  const char *names[] = {"setup", "solve", "  halo", "  stencil", "  output"};
  double mine[] = {timers.setup, timers.solve, timers.halo, timers.stencil, timers.output};
  double sum[5], largest[5];
  double bytes = halo_bytes_sent(), all_bytes = 0.0;
  MPI_Reduce(mine, sum, 5, MPI_DOUBLE, MPI_SUM, 0, domain->comm);
  MPI_Reduce(mine, largest, 5, MPI_DOUBLE, MPI_MAX, 0, domain->comm);
  MPI_Reduce(&bytes, &all_bytes, 1, MPI_DOUBLE, MPI_SUM, 0, domain->comm);
  if (domain->rank != 0)
    return;
  printf("%-12s %12s %12s\n", "seconds", "mean", "max");
  for (int i = 0; i < 5; i++)
    printf("%-12s %12.6f %12.6f\n", names[i], sum[i] / domain->ranks, largest[i]);
  printf("%ld halo exchanges, %.3f MB sent in them\n", halo_exchanges(), all_bytes / 1e6);
}
