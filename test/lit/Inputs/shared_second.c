/* The other unit of shared_header.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shared.h"
static double other[10];
void second(int n) { share(other, n); }
