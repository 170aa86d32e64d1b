/* What both programs share: a strip of cells with a border at either end.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef STRIP_H
#define STRIP_H

typedef struct {
  int rank, size, n;
  double *cells;
} Strip;

Strip makeStrip(int n);
double relax(Strip *strip);
void passOn(Strip *strip, int width);
double total(const Strip *strip);
void freeStrip(Strip *strip);

#endif
