/* output.h - what rank 0 prints
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "cg.h"
#include "domain.h"
#include "field.h"

/* All ranks call these together; the numbers are reduced over them. */
void output_progress(const Domain *domain, const Field *u, int iteration, double residual);
void output_result(const Domain *domain, const Field *u, const Result *result);
void output_timings(const Domain *domain);

#endif
