// options.cpp - the command line; every rank reads its own copy
// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <sstream>

namespace {

template <class T> T parseValue(const std::string &option, const char *text) {
  if (text == nullptr)
    throw OptionError(option + " needs a value");
  std::istringstream stream(text);
  T value;
  if (!(stream >> value) || !stream.eof())
    throw OptionError(option + ": '" + text + "' is not a number of the kind it needs");
  return value;
}

} // namespace

Options Options::parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--help" || option == "-h")
      options.help = true;
    else if (option == "-n")
      options.particles_per_rank = parseValue<long>(option, argv[++i]);
    else if (option == "--steps")
      options.steps = parseValue<int>(option, argv[++i]);
    else if (option == "--dt")
      options.time_step = parseValue<double>(option, argv[++i]);
    else if (option == "--temperature")
      options.temperature = parseValue<double>(option, argv[++i]);
    else if (option == "--report-every")
      options.report_every = parseValue<int>(option, argv[++i]);
    else if (option == "--seed")
      options.seed = parseValue<unsigned long>(option, argv[++i]);
    else
      throw OptionError("unknown option '" + option + "'");
    if (options.help)
      return options;
  }
  if (options.particles_per_rank < 0 || options.steps < 0 || options.report_every < 1)
    throw OptionError("numbers of particles and steps may not be negative, --report-every must be at least 1");
  if (options.time_step <= 0.0 || options.temperature < 0.0)
    throw OptionError("--dt must be positive and --temperature may not be negative");
  return options;
}

std::string Options::usage() {
  return "usage: particles [options]\n"
         "Moves particles through a periodic box with a wave of potential in it.\n"
         "  -n N               particles per rank at the start (10000)\n"
         "  --steps N          time steps (100)\n"
         "  --dt T             time step (0.01)\n"
         "  --temperature T    of the initial velocities (1)\n"
         "  --report-every N   steps between two reports (10)\n"
         "  --seed N           of the random numbers (1)\n"
         "  --help             this text\n";
}
