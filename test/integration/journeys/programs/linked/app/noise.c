/* The linker takes this one: the library's is not asked for.
 * SPDX-License-Identifier: Apache-2.0
 */
double noise(int at) { return at * 0.5; }
