/* The library of extra.
 * SPDX-License-Identifier: Apache-2.0
 */
int steps(int size) { return size / 512; }

void sweep(double *values, int size) {
  for (int i = size - 1; i > 0; --i)
    values[i] = values[i - 1] * 0.25 + values[i];
}
