// Ranks that read their options at the same time read what a process of its own reads, messages and moved arguments
// included.
// SPDX-License-Identifier: Apache-2.0
// RUN: %cc -w -DALONE %s -I %S/Inputs -o %t.alone
// RUN: %t.alone 0 > %t.expected 2>&1
// RUN: %t.alone 1 >> %t.expected 2>&1
// RUN: %two-ranks-c %t %s 1 -w > %t.all 2>&1
// RUN: sort -s -t: -k1,1 %t/unoptimised.out > %t.sorted
// RUN: diff %t.expected %t.sorted
// RUN: grep -c "^1:.*ambiguous" %t.sorted
#include "expect.h"
#include <getopt.h>
#include <string.h>

enum { kLines = 24, kPerPhase = 8, kWords = 12 };
static const char *const lines[kLines][kWords] = {
    {"-a", "-b", "value", "name", "-c"},
    {"name", "-abvalue", "other", "--", "-c", "last"},
    {"-cq", "-b"},
    {"--alpha", "--beta=3", "--gamma", "5", "x"},
    {"--al", "x", "--bet", "y", "--gam", "-a"},
    {"--be", "--beta", "--del"},
    {"--alpha=3", "--nothing", "--gamma"},
    {"x", "y", "-a", "z", "-b", "v", "w", "--gamma", "g", "--flag", "end"},
    {"-", "-a", "-", "--", "-"},
    {"-ac", "x", "-ca", "-bx", "y", "-ob", "-o", "b"},
    {"--delta", "--delta=1", "--del=2"},
    {"-alpha", "-beta", "-gamma", "4", "-c"},
};
static const char *const letters[] = {"ab:co::", "+ab:co::", "-ab:co::", ":ab:co::"};
static int flag;
static const struct option words[] = {{"alpha", no_argument, 0, 'a'},       {"beta", required_argument, 0, 'b'},
                                      {"beta2", no_argument, 0, 'x'},       {"gamma", required_argument, 0, 'g'},
                                      {"delta", optional_argument, 0, 'd'}, {"delay", no_argument, 0, 'y'},
                                      {"flag", no_argument, &flag, 77},     {0, 0, 0, 0}};
static char *arguments[kWords + 2];
static char program[] = "?";

/* Whatever the number of calls, the next one goes on. */
static int readOne(int rank, int style, int count) {
  int index = -1, result;
  program[0] = (char)('0' + rank);
  result = style % 3 == 0   ? getopt(count, arguments, letters[style / 3])
           : style % 3 == 1 ? getopt_long(count, arguments, letters[style / 3], words, &index)
                            : getopt_long_only(count, arguments, letters[style / 3], words, &index);
  printf("%d: %d %s %d '%c' %d %d", rank, result, optarg ? optarg : "(none)", optind, optopt, index, flag);
  for (int i = 0; i < count; ++i)
    printf(" %s", arguments[i]);
  puts("");
  return result;
}

static int line, style, active, count;

static void steps(int rank, int number) {
  for (int i = 0; i < kPerPhase * 60; ++i) {
    if (!active) {
      if (line == 12)
        line = 0, ++style;
      if (style == 12)
        return;
      count = 1;
      arguments[0] = program;
      for (const char *const *word = lines[(line + rank) % 12]; *word; ++word)
        arguments[count++] = strdup(*word);
      arguments[count] = 0;
      optind = 0;
      flag = 0;
      ++line;
    }
    active = readOne(rank, style, count) != -1;
  }
  (void)number;
}

void phase(int rank, int number) {
  setvbuf(stdout, 0, _IOLBF, 0);
  steps(rank, number);
  EXPECT(number < 2 || style == 12);
}
#ifdef ALONE
int main(int argc, char **argv) {
  for (int number = 0; number < 3; ++number)
    phase(argv[1][0] - '0', number);
}
#endif
