// Objects of the C and C++ libraries are no rank's: environ, stdout, optarg, std::cout.
// SPDX-License-Identifier: Apache-2.0
// RUN: %two-ranks-c++ %t %s 1 | FileCheck %s
#include "expect.h"
#include <cstring>
#include <iostream>
#include <unistd.h>

static FILE *const *where = &stdout;
static std::ostream *stream = &std::cout;
static FILE *remembered;

void phase(int rank, int number) {
  char program[] = "program", option[] = "-o", value[] = "value";
  char *arguments[] = {program, option, value, nullptr};
  if (number == 0) {
    remembered = stdout;
    optind = 0;
    EXPECT(getopt(3, arguments, "o:") == 'o');
    EXPECT(optarg && !std::strcmp(optarg, "value"));
    EXPECT(environ && getenv("PATH") && setenv("SOME_NAME", "1", 1) == 0);
    bool found = false;
    for (char **entry = environ; *entry; ++entry)
      found = found || !std::strcmp(*entry, "SOME_NAME=1");
    EXPECT(found);
  }
  EXPECT(*where == stdout && remembered == stdout && stream == &std::cout);
  std::cout << "rank " << rank << " phase " << number << std::endl;
}
// CHECK: rank 0 phase 0
// CHECK-NEXT: rank 1 phase 0
// CHECK-NEXT: rank 0 phase 1
// CHECK-NEXT: rank 1 phase 1
