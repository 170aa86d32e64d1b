/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXPECT_H
#define EXPECT_H
#include <stdio.h>
#include <stdlib.h>
#define EXPECT(condition)                                                                                              \
  ((condition) ? (void)0                                                                                               \
               : (printf("%s:%d: rank %d phase %d: not %s\n", __FILE__, __LINE__, rank, number, #condition), exit(1)))
#ifdef __cplusplus
extern "C"
#endif
void phase(int rank, int number);
#endif
