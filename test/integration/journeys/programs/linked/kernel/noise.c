/* Nobody links this one.
 * SPDX-License-Identifier: Apache-2.0
 */
double noise(int at) { return at * 0.25; }
