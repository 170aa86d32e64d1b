// options.h - what the user may choose
// SPDX-License-Identifier: Apache-2.0
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdexcept>
#include <string>

struct Options {
  long particles_per_rank = 10000;
  int steps = 100;
  double time_step = 0.01;
  double temperature = 1.0;
  int report_every = 10;
  unsigned long seed = 1;
  bool help = false;

  // Throws OptionError.
  static Options parse(int argc, char **argv);
  static std::string usage();
};

struct OptionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

#endif
