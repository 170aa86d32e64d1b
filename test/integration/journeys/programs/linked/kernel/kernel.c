/* The library of app.
 * SPDX-License-Identifier: Apache-2.0
 */
int steps(int size) { return size / 256; }

void sweep(double *values, int size) {
  for (int i = 1; i < size; ++i)
    values[i] = values[i - 1] * 0.5 + values[i];
}
